// The language of a page.

/** That name or, if it is none of `languages`, the first of the browser that is, or else English.
 *  @param {Record<string, string>} languages their names by their tags */
export const knownLanguage = (name, languages) =>
  [name, ...navigator.languages.map((language) => language.split("-")[0]), "en"].find((candidate) => candidate in languages);
