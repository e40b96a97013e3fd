/** Where the page is served, as roundsman.yaml says. */
export interface PageSettings {
  /** `host:port`; `null`: on 127.0.0.1, at a port that follows from the workspace, or another that is free. */
  readonly listen: string | null;
  /** Names beside the address itself under which it may be asked for, such as `build.example:8800`. */
  readonly hosts: readonly string[];
  /** The environment variable with what people log in with where links cannot be had; `null`: by links only. */
  readonly token: string | null;
}
