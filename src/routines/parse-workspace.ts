/** roundsman.yaml to settings, or its problems. What is missing has a default; a missing file is all defaults. */
import { formOf } from '../connectors/registry.ts';
import { parseByteSize } from '../words/byte-size.ts';
import type { Connection } from '../words/connection.ts';
import { parseDuration } from '../words/duration.ts';
import type { Budget } from '../words/routine.ts';
import type { NodePath } from '../words/rule-breach.ts';
import { WORKSPACE_FILE } from './catalog.ts';
import {
  type DaemonConfig,
  type WorkspaceConfig,
  type PeopleSettings,
  type ReviewSettings,
  DEFAULT_DAEMON,
  defaultWorkspace,
  type WorkspaceFallbacks,
} from './definition-context.ts';
import { type DocumentNode, nodeAt, plainValue } from './document-node.ts';
import { readYaml } from './read-yaml.ts';
import { engineSettingsWarnings } from './rules/engine-rules.ts';
import { orderProblems, type Problem } from './rules/problem.ts';
import { workspaceBreaches } from './rules/workspace-rules.ts';
import { isTimezone, unknownTimezone } from './schedule/schedule-words.ts';
import type { WrittenConnections } from './schema/connections-schema.ts';
import { namedEngines } from './schema/engines-schema.ts';
import { workspaceShape } from './schema/json-schema.ts';
import { problemAt, schemaProblems } from './schema/schema-problems.ts';
import { workspaceSchema, type WrittenWorkspace } from './schema/workspace-schema.ts';

// From `connections` of roundsman.yaml to the words of the domain.

function toConnections(written: WrittenConnections): readonly Connection[] {
  return Object.entries(written).map(([name, one]) => formOf(one).toConnection(one, name));
}

export interface WorkspaceReading {
  /** All defaults when there are problems. */
  readonly config: WorkspaceConfig;
  readonly problems: readonly Problem[];
  /** What is valid and most likely not meant. */
  readonly warnings?: readonly Problem[];
}

/** @param bytes `null` when there is no file */
export function parseWorkspace(
  bytes: Uint8Array | null,
  fallbacks: WorkspaceFallbacks,
): WorkspaceReading {
  const fallback = defaultWorkspace(fallbacks);
  if (bytes === null) return { config: fallback, problems: [] };
  const [file, read] = [WORKSPACE_FILE, readYaml(WORKSPACE_FILE, bytes)];
  if (read.kind === 'problems') {
    // A file of comments only is how `roundsman.yaml` begins its life.
    const empty = read.problems.every((problem) => problem.code === 'empty-file');
    return { config: fallback, problems: empty ? [] : orderProblems(read.problems) };
  }
  const { root } = read;
  const parsed = workspaceSchema.safeParse(plainValue(root));
  const zone = nodeAt(root, ['timezone']);
  const zoneProblems =
    zone?.kind === 'scalar' && typeof zone.value === 'string' && !isTimezone(zone.value)
      ? [problemAt({ file, root }, ['timezone'], unknownTimezone(zone.value))]
      : [];
  if (!parsed.success) {
    const checked = {
      kind: 'workspace' as const,
      file,
      root,
      schema: workspaceShape(),
    };
    const found = schemaProblems(checked, parsed.error.issues);
    return { config: fallback, problems: orderProblems([...found, ...zoneProblems]) };
  }
  const breaches = workspaceBreaches(parsed.data).map(({ path, ...words }) =>
    problemAt({ file, root }, path, words),
  );
  const problems = orderProblems([...zoneProblems, ...breaches]);
  if (problems.length > 0) return { config: fallback, problems };
  const { name, timezone, engine, reports, limits, store } = parsed.data;
  const config: WorkspaceConfig = {
    name: name ?? fallback.name,
    timezone: timezone ?? fallback.timezone,
    engine,
    trackReports: reports.track,
    diskFloorBytes: parseByteSize(limits['disk-floor']) ?? fallback.diskFloorBytes,
    engines: enginesOf(parsed.data),
    connections: toConnections(parsed.data.connections),
    budget: budgetOf(limits.budget),
    prices: pricesOf(parsed.data),
    sessionsOff: [...new Set(parsed.data.sessions.off)],
    daemon: daemonOf(parsed.data),
    review: reviewOf(parsed.data),
    store: variableIn(store),
    lines: {
      name: lineOf(root, ['name']),
      timezone: lineOf(root, ['timezone']),
      engine: lineOf(root, ['engine']),
      trackReports: lineOf(root, ['reports', 'track']),
    },
  };
  const warnings = engineSettingsWarnings(parsed.data).map(({ path, ...words }) =>
    problemAt({ file, root }, path, words),
  );
  return warnings.length === 0 ? { config, problems: [] } : { config, problems: [], warnings };
}

function daemonOf({
  definitions,
  limits,
  workspace,
  hooks,
  page,
  heartbeat,
  slots,
  keep,
}: WrittenWorkspace): DaemonConfig {
  return {
    definitionsRef: definitions.ref,
    maxRunning: limits['max-running'],
    spares: workspace.spares,
    hooksListen: hooks.listen,
    page: pageOf(page),
    heartbeat: {
      url: heartbeatUrl(heartbeat.url),
      everyMs: parseDuration(heartbeat.every) ?? DEFAULT_DAEMON.heartbeat.everyMs,
    },
    keepSlotsMs: parseDuration(slots.keep) ?? DEFAULT_DAEMON.keepSlotsMs,
    keep: {
      diskBytes: parseByteSize(keep.disk) || null,
      archivesMs: parseDuration(keep.archives) ?? DEFAULT_DAEMON.keep.archivesMs,
    },
  };
}

function reviewOf({ review }: WrittenWorkspace): ReviewSettings {
  const { land, checks, judge, editor } = review;
  return { land, checks, judge, largeLines: review['large-lines'], editor };
}

function pageOf({ listen, hosts, token, people }: WrittenWorkspace['page']): DaemonConfig['page'] {
  if (listen === null || listen === 'off') return null;
  return {
    listen: listen === 'auto' ? null : listen,
    hosts,
    token: variableIn(token),
    people: people === null ? null : peopleOf(people),
  };
}

function peopleOf({
  url,
  header,
  proxies,
  oidc,
  roles,
}: NonNullable<WrittenWorkspace['page']['people']>): PeopleSettings {
  const by: PeopleSettings['by'] =
    oidc === null
      ? { kind: 'header', header: (header ?? '').toLowerCase(), proxies }
      : {
          kind: 'oidc',
          issuer: oidc.issuer,
          clientId: oidc['client-id'],
          clientSecret: variableIn(oidc['client-secret']),
          claim: oidc.claim,
        };
  return { url, by, roles };
}

function enginesOf({ engines }: WrittenWorkspace): WorkspaceConfig['engines'] {
  return Object.fromEntries(
    namedEngines(engines).map(([id, { key, ...settings }]) => [
      id,
      { ...settings, key: variableIn(key) },
    ]),
  );
}

function budgetOf(budget: WrittenWorkspace['limits']['budget']): WorkspaceConfig['budget'] {
  if (budget === null) return null;
  const { 'per-person': person, engines } = budget;
  const named = Object.entries(engines);
  return {
    ...dayOf(budget),
    ...(person === null ? {} : { perPerson: dayOf(person) }),
    ...(named.length === 0
      ? {}
      : {
          engines: Object.fromEntries(
            named.map(([id, day]) => [id, day === undefined ? undefined : dayOf(day)]),
          ),
        }),
  };
}

function dayOf(budget: {
  readonly 'usd-per-day': number | null;
  readonly 'tokens-per-day': number | null;
}): Budget {
  return { usdPerDay: budget['usd-per-day'], tokensPerDay: budget['tokens-per-day'] };
}

function pricesOf({ prices }: WrittenWorkspace): WorkspaceConfig['prices'] {
  return Object.entries(prices).map(([model, { input, cached = input, output }]) => ({
    model,
    input,
    cached,
    output,
  }));
}

/** Of `env:NAME`. */
function variableIn(text: string | null): string | null {
  return text === null ? null : text.slice('env:'.length);
}

function heartbeatUrl(text: string | null): DaemonConfig['heartbeat']['url'] {
  if (text === null) return null;
  return text.startsWith('env:')
    ? { kind: 'env', text: text.slice('env:'.length) }
    : { kind: 'url', text };
}

function lineOf(root: DocumentNode, path: NodePath): number | null {
  return nodeAt(root, path)?.place?.line ?? null;
}
