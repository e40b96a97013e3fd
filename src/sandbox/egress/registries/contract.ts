/**
 * The package registries that the tools of set-up are configured for on this machine.
 *
 * Inside a sandbox $HOME is empty and little of /etc is there: what the user's settings say is handed to set-up by
 * variables, and by files that lie in the folder of its sockets and are gone with it.
 */
import type { Environment } from '../../../platform/environment.ts';
import type { PlannedFile, RegistryCredential } from '../../../words/network-plan.ts';
import type { CommittedSettings } from './committed-settings.ts';

/** Where settings are read from. */
export interface SettingsSource {
  /** The caller's environment. */
  readonly env: Environment;
  /** The user's home; `null` when there is none. */
  readonly home: string | null;
  /** What is named there alone is the repository's word, not the user's. */
  readonly repository: CommittedSettings;
  /** Where the files of the plan lie while set-up works. */
  readonly folder: string;
  /** Whether set-up is given what logs in there. Without it addresses have no user names and passwords either. */
  readonly withCredentials: boolean;
}

/** What one tool needs. */
export interface RegistrySettings {
  /** Registries by who named them. */
  readonly registries: readonly Registry[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly PlannedFile[];
  /** What of `env` and `files` is secret. */
  readonly credentials: readonly RegistryCredential[];
}

export interface Registry {
  readonly url: URL;
  /** `user`: may be at a private address. */
  readonly namedBy: 'user' | 'repository';
}
