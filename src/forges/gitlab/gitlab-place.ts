import type { GitlabClient } from './gitlab-client.ts';

/** One project, and how it is asked about. */
export interface GitlabPlace {
  readonly client: GitlabClient;
  /** `/projects/group%2Fname`. */
  readonly project: string;
}
