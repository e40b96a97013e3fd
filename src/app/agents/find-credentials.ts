/** With what an engine would get at its model here, as far as can be told without asking anybody. */
import { join } from 'node:path';

import type { Engine, FileCredential, KeySource } from '../../agents/contract.ts';
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from '../../domain/engine-settings.ts';
import { homeFolder, type Environment } from '../../platform/environment.ts';
import { inspectPath } from '../../platform/files.ts';

export type FoundCredentials =
  /** It has no model, or its account is its own affair. */
  | { readonly kind: 'own' }
  /** Its endpoint wants none. */
  | { readonly kind: 'none-needed' }
  /** Stays outside of the agent's reach. */
  | { readonly kind: 'key'; readonly variable: string }
  /** Lies with the agent while it works. */
  | { readonly kind: 'file'; readonly path: string }
  /** Nothing was found: what would have been taken. */
  | { readonly kind: 'missing'; readonly wanted: readonly string[] };

export interface CredentialSearch {
  readonly engine: Engine;
  readonly settings?: EngineSettings | undefined;
  readonly env: Environment;
}

export async function findCredentials({
  engine,
  settings = DEFAULT_ENGINE_SETTINGS,
  env,
}: CredentialSearch): Promise<FoundCredentials> {
  const { credentials } = engine;
  if (credentials === null) return { kind: 'own' };
  const { credentials: asked, key } = settings;
  if (asked === 'none') return { kind: 'none-needed' };
  const variables = key === null ? credentials.keys.map(({ variable }) => variable) : [key];
  const variable = variables.find((name) => (env[name] ?? '') !== '');
  if (variable !== undefined && asked !== 'file') return { kind: 'key', variable };
  const file = credentials.file === null ? null : filePath(credentials.file, env);
  const mayBeFile = file !== null && asked !== 'key' && key === null;
  if (mayBeFile && (await inspectPath(file)) !== null) return { kind: 'file', path: file };
  // Programs that each routine names may have accounts of their own, where nothing is said of one.
  const named = engine.id === 'acp' || engine.id === 'command';
  if (named && key === null && asked === 'auto') return { kind: 'own' };
  const wanted = asked === 'file' ? [] : [...new Set(variables)];
  return { kind: 'missing', wanted: mayBeFile ? [...wanted, file] : wanted };
}

function filePath({ path, moved }: FileCredential, env: Environment): string {
  const folder = moved === null ? undefined : env[moved.variable];
  if (moved === null || folder === undefined || folder === '') return join(homeFolder(env), path);
  return join(folder, path.slice(moved.folder.length + 1));
}

/** Base URL of its model; `null` when it has none, or sees to it itself. */
export function endpointOf({ engine, settings, env }: CredentialSearch): string | null {
  if (settings?.endpoint !== undefined && settings.endpoint !== null) return settings.endpoint;
  const keys = engine.credentials?.keys ?? [];
  const source = keys.find(({ variable }) => (env[variable] ?? '') !== '') ?? keys[0];
  return source === undefined ? null : ownEndpoint(source, env);
}

function ownEndpoint({ endpoint, endpointVariable }: KeySource, env: Environment): string {
  const moved = endpointVariable === null ? undefined : env[endpointVariable];
  return moved === undefined || moved === '' ? endpoint : moved;
}
