//! The phrases of errors in trees: their codes, their parameters and their English. Names of arguments
//! are the values of `argument`.

bestmove_core::phrases! {
    // Places.
    character(number): "character {number}";
    argument(argument): "{argument}";
    random_tree: "random tree";
    uniform_tree: "uniform tree";
    tree: "tree";
    plies: "plies";

    // Arguments of trees by name.
    arguments: "name=value, separated by commas";
    one_of_names(names): "one of {names}";
    argument_once: "the argument only once";
    argument_twice: "it twice";
    a_number: "a number";
    an_integer: "an integer";
    integer_between(low, high): "an integer from {low} to {high}";
    number_from_0_to_1: "a number from 0 to 1";
    at_most_plies(most): "at most {most} plies";
    at_most_leaves_of_power(most): "at most {most} leaves, that is branching to the power of depth";
    power(base, exponent): "{base} to the power of {exponent}";
    zero_with_binary_leaves: "0 in a tree with binary leaves";
    zero_with_chance: "0 in a tree with chance nodes";

    // Trees as text.
    number_or_list: "a number or a list";
    children: "a list of children";
    one_child: "a list of at least one child";
    empty_list: "an empty list";
    a_list: "a list";
    leaf_within_plies(most): "a leaf after at most {most} plies";
    at_most_nodes(most): "at most {most} nodes";
    at_most_leaves(most): "at most {most} leaves";
    at_most_children(most): "at most {most} children of a node";
    comma_or(sign): "\",\" or \"{sign}\"";
    end_of_tree: "the end of the tree";
    end_of_text: "the end of the text";
    chance_or_weights: "\"chance\" or \"weights\"";
    weights(count): "{count} weights";
    chances_of_all_or_none: "a chance and a colon before each child, or before none";
    chances_in_proportion(most): "chances in proportions of whole numbers up to {most}";
    a_chance: "a chance";
    chance_between(low, high): "a chance from {low} to {high}";

    // Pictures.
    drawn_plies(most, plies): "at most {most} nodes: {plies} plies can be drawn";
    more_nodes: "more nodes";
}
