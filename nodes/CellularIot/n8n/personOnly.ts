/*
 * n8n: The types that it makes of a node for models that build workflows leave out a parameter with the
 * name `mode`, which it takes for one that tells variants of a node apart.
 * Read: @n8n/workflow-sdk 0.33.1, generate-types/generate-types.js.
 * Why: Tool limits and safety options are for a person to set. A model that builds a workflow is not to be
 * told how it can loosen them.
 * Gone: Such a model sees the options and can set them in what it builds, where a person can see them.
 * Fallback: What an expression gives them never counts, so that a model that runs a tool cannot set them.
 * Can it go: When a property can be marked as for people alone.
 */

/** Name of the parameter with what only a person sets. */
export const SET_BY_A_PERSON = 'mode';
