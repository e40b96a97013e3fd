/** What a program of a run may reach, as data: from the routine's permissions and the user's own settings. */
import { join } from 'node:path';

import { inspectPath, isReadable, removeTree, resolveLinks } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { LOOPBACK, parseAddress, whyNotPublic } from '../platform/ip-address.ts';
import { openRuntimeFolder } from '../platform/sockets.ts';
import type { Purpose } from '../sandbox/contract.ts';
import { certificatesOf } from '../sandbox/egress/certificates.ts';
import type { SetupReach } from '../sandbox/egress/registries/all-registries.ts';
import { upstreamProxyOf } from '../sandbox/egress/upstream-proxy.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { Endpoint, NetworkPlan, PlannedFile } from '../words/network-plan.ts';
import { NOT_TRUSTED, type SetupTrust } from './setup-trust.ts';

/** The word for what package tools are configured for. */
export const REGISTRIES = 'registries';

export interface SetupRules extends SetupTrust {
  /** As in `PreparedFacts`; absent: none. */
  readonly included?: readonly string[];
}

/** Below these only the system may listen, also inside. */
const FIRST_FREE_PORT = 1_024;
const MAX_FILE_BYTES = 2_000_000;

/**
 * `null`: nothing is allowed. Means something at level `sandbox` only. Opens nothing; what a killed process left of an
 * earlier part of the run is removed.
 */
export async function networkPlanFor(
  request: WorktreeRequest,
  purpose: Purpose,
  setup: SetupRules = NOT_TRUSTED,
): Promise<NetworkPlan | null> {
  await removeEarlier(request, purpose);
  const hosts = purpose === 'agent' ? (request.hosts ?? []) : [];
  const named = [...new Set([...namedFor(request, purpose), ...hosts])];
  const engine = purpose === 'agent' ? (request.endpoints ?? []) : [];
  const inward = purpose === 'check' ? (request.inward ?? []) : [];
  if (named.length + engine.length + inward.length === 0) return null;
  const socketFolder = await socketFolderOf(request, purpose);
  const reach = named.includes(REGISTRIES)
    ? await registriesFor(request, setup, socketFolder)
    : NOTHING;
  const certificates = certificatesOf(request.env, socketFolder);
  const wanted = [...certificates.files, ...reach.files];
  const files = await present(wanted);
  const absent = wanted.filter(({ name }) => !files.some((file) => file.name === name));
  const gone = new Set(absent.map(({ name }) => join(socketFolder, name)));
  const env = Object.entries({ ...certificates.env, ...reach.env });
  const here = reach.trusted.flatMap((target) => loopbackEndpoint(target) ?? []);
  return {
    socketFolder,
    allow: [...named.filter((text) => text !== REGISTRIES), ...reach.allow],
    trusted: reach.trusted.filter((target) => loopbackEndpoint(target) === null),
    endpoints: [...engine, ...withoutDoubles(here)],
    inward: inward.map((port) => ({ name: `inward-${port}`, port })),
    upstream: upstreamProxyOf(request.env),
    env: Object.fromEntries(env.filter(([, value]) => !gone.has(value))),
    files,
    credentials: reach.credentials,
  };
}

const NOTHING: SetupReach = { allow: [], trusted: [], env: {}, files: [], credentials: [] };

function namedFor({ spec }: WorktreeRequest, purpose: Purpose): readonly string[] {
  const { network } = spec.routine.permissions;
  switch (purpose) {
    case 'setup':
      return network.setup;
    case 'condition':
    case 'collect':
    case 'agent':
    case 'check':
      return network.allow;
    case 'hand-back':
      return [];
  }
}

async function registriesFor(
  { env, spec, gitEnv }: WorktreeRequest,
  { trusted, settings, included = [] }: SetupRules,
  folder: string,
): Promise<SetupReach> {
  const [{ allRegistries }, { readCommittedSettings }] = await Promise.all([
    import('../sandbox/egress/registries/all-registries.ts'),
    import('../sandbox/egress/registries/committed-settings.ts'),
  ]);
  const repository = await readCommittedSettings(
    { cwd: spec.workspace.root, env: gitEnv },
    { commit: settings, included: trusted ? included : [] },
  );
  const home = env['HOME'] ?? null;
  return allRegistries({ env, home, repository, folder, withCredentials: trusted });
}

/** One for each part of a run, so that what one is given is gone for the next. Short: paths of sockets are. */
async function socketFolderOf({ env, spec }: WorktreeRequest, purpose: Purpose): Promise<string> {
  const run = sha256(`${spec.workspace.stateDir}\0${spec.id}`).slice(0, 12);
  return join(await openRuntimeFolder(env), `${run}-${purpose}`);
}

const ALL_PURPOSES: readonly Purpose[] = ['condition', 'collect', 'setup', 'agent', 'check'];

/** Credentials of set-up may be among it: they are gone before anything else is started. */
async function removeEarlier(request: WorktreeRequest, purpose: Purpose): Promise<void> {
  if (purpose === 'setup') return;
  for (const earlier of purpose === 'hand-back' ? ALL_PURPOSES : (['setup'] as const)) {
    const folder = await socketFolderOf(request, earlier).catch(() => null);
    // A runtime folder that is not ours holds nothing of ours.
    if (folder !== null) await removeTree(folder);
  }
}

/**
 * A registry on this machine itself. No program asks a proxy for its own loopback: the same port inside leads there.
 */
function loopbackEndpoint(target: string): Endpoint | null {
  const [, host = '', digits] = /^\[?(.*?)\]?:(\d+)$/.exec(target) ?? [];
  const port = Number(digits);
  const address = parseAddress(host);
  const isLoopback =
    host === 'localhost' || (address !== null && whyNotPublic(address) === LOOPBACK);
  return isLoopback && port >= FIRST_FREE_PORT
    ? { name: `local-${port}`, host, port, innerPort: port }
    : null;
}

function withoutDoubles(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return [...new Map(endpoints.map((endpoint) => [endpoint.port, endpoint])).values()];
}

/** What settings name and is not there is no more there inside. */
async function present(files: readonly PlannedFile[]): Promise<readonly PlannedFile[]> {
  const checked = await Promise.all(
    files.map(async (file) => {
      if (file.kind === 'text') return [file];
      const from = await resolveLinks(file.from).catch(() => null);
      const facts = from === null ? null : await inspectPath(from);
      const fits = facts?.kind === 'file' && facts.size <= MAX_FILE_BYTES;
      return from !== null && fits && (await isReadable(from)) ? [{ ...file, from }] : [];
    }),
  );
  return checked.flat();
}
