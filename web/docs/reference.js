// References within a description of an API.

/** A function that returns what an object refers to, or the object itself. */
export const resolver = (api) => function resolve(object) {
  if (!object?.$ref) return object;
  const { $ref, ...own } = object;
  const path = $ref.slice("#/".length).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = path.reduce((place, key) => place[key], api);
  return { name: path.at(-1), ...resolve(target), ...own };
};
