/**
 * What a person's own settings of an engine say about its model: which provider, endpoint, key and model they choose.
 *
 * Only settings of the user and of the machine count: files below home, files of the system, and the environment. What a
 * repository holds can come from anyone who can write to the repository, and is never read here.
 */
import type { Environment } from '../../platform/environment.ts';
import type { ModelKey, WireFormat } from '../../words/gateway-plan.ts';

export interface UserSettings {
  readonly provider: UserProvider;
  /** Of all providers with an endpoint of their own that the settings define, whether they choose them or not. */
  readonly bindings: readonly KeyBinding[];
  /** What the engine calls that provider, in names of models too (`corp/large-1`); `null` where it has no names for them. */
  readonly providerId: string | null;
  /** As the engine itself takes it; `null`: they name none. */
  readonly model: string | null;
  /** For people: where that model stands; `null` without one. */
  readonly modelFrom: string | null;
  /** Variables that the engine sets for itself from files of its own, such as `~/.gemini/.env`. */
  readonly variables: readonly FileVariable[];
  /** Names of models that the engine takes from its environment. */
  readonly modelVariables: Readonly<Record<string, string>>;
}

/** A key that settings of some engine mean for one endpoint. */
export interface KeyBinding {
  /** Of the environment. */
  readonly variable: string;
  /** Base URL; `null`: none that is known. */
  readonly endpoint: string | null;
  /** The file or variable that says so. */
  readonly from: string;
}

export interface FileVariable extends ModelKey {
  /** For people: `~/.gemini/.env`. */
  readonly from: string;
}

export type UserProvider =
  /** Nothing but the endpoints that the engine has by itself; of its keys only these variables, `null`: any. */
  | { readonly kind: 'usual'; readonly variables: readonly string[] | null }
  | NamedProvider
  /** One that no gateway of ours can stand before. */
  | {
      readonly kind: 'unserved';
      /** For people: `~/.codex/config.toml`. */
      readonly from: string;
      /** Words that follow the file's name: `chooses Amazon Bedrock`. */
      readonly why: string;
      /** Base URL of its endpoint, where it has one. */
      readonly endpoint: string | null;
      /** Variables of the environment whose keys are meant for it. */
      readonly keys: readonly string[];
    };

/** An endpoint that the settings name, with a key that is meant for it alone. */
export interface NamedProvider {
  readonly kind: 'named';
  readonly from: string;
  /** Base URL. */
  readonly endpoint: string;
  /** Requests go to the endpoint's path as it stands, without `/v1` between. */
  readonly exact: boolean;
  readonly api: WireFormat;
  /** Variables of the environment whose keys are meant for it. */
  readonly keys: readonly string[];
  /** `null`: there is none. */
  readonly key: ModelKey | null;
  /** Without its key nothing can be asked of it. */
  readonly wantsKey: boolean;
}

export interface UserSettingsRequest {
  readonly env: Environment;
  /** Of roundsman.yaml: some engines tell the provider by the name of the model. */
  readonly model: string | null;
}

/** Reads files, starts nothing, never rejects. */
export type ReadUserSettings = (request: UserSettingsRequest) => Promise<UserSettings>;

export const NO_USER_SETTINGS: UserSettings = {
  provider: { kind: 'usual', variables: null },
  bindings: [],
  providerId: null,
  model: null,
  modelFrom: null,
  variables: [],
  modelVariables: {},
};
