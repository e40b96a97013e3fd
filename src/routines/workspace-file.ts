/** The file of a repository's settings. By itself, so that naming it loads neither yaml nor zod. */
export const WORKSPACE_FILE = 'roundsman.yaml';
