/** What roundsman.yaml says of one engine. */
import type { WireFormat } from './gateway-plan.ts';

export interface EngineSettings {
  /** The program: a name on PATH or an absolute path; `null` = the usual one. */
  readonly program: string | null;
  /** Base URL of the model's endpoint; `null` = the engine's own. */
  readonly endpoint: string | null;
  readonly api: WireFormat | null;
  /** The variable of this machine that holds the key; `null` = the engine's usual ones. */
  readonly key: string | null;
  /** `key`: through the gateway. `file`: the log-in that the engine keeps in a file. `auto`: a key when there is one. */
  readonly credentials: 'auto' | 'key' | 'file' | 'none';
  readonly model: string | null;
  /** Further arguments, before the prompt. */
  readonly args: readonly string[];
}

export const DEFAULT_ENGINE_SETTINGS: EngineSettings = {
  program: null,
  endpoint: null,
  api: null,
  key: null,
  credentials: 'auto',
  model: null,
  args: [],
};
