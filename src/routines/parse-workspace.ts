/** roundsman.yaml to settings, or its problems. What is missing has a default; a missing file is all defaults. */
import type { Problem } from '../domain/problem.ts';
import type { WorkspaceConfig } from './definition-context.ts';
import { nodeAt, plainValue, type DocumentNode, type NodePath } from './document-node.ts';
import { isTimezone, unknownTimezone } from './is-timezone.ts';
import { fullSchemaOf } from './json-schema.ts';
import { orderProblems } from './order-problems.ts';
import { readYaml } from './read-yaml.ts';
import { problemAt, schemaProblems } from './schema-problems.ts';
import { defaultWorkspace, type WorkspaceFallbacks } from './workspace-defaults.ts';
import { workspaceSchema } from './workspace-schema.ts';

export const WORKSPACE_FILE = 'roundsman.yaml';

export interface WorkspaceReading {
  /** All defaults when there are problems. */
  readonly config: WorkspaceConfig;
  readonly problems: readonly Problem[];
}

/** @param bytes `null` when there is no file */
export function parseWorkspace(
  bytes: Uint8Array | null,
  fallbacks: WorkspaceFallbacks,
): WorkspaceReading {
  const fallback = defaultWorkspace(fallbacks);
  if (bytes === null) return { config: fallback, problems: [] };
  const file = WORKSPACE_FILE;
  const read = readYaml(file, bytes);
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
      schema: fullSchemaOf(workspaceSchema),
    };
    const found = schemaProblems(checked, parsed.error.issues);
    return { config: fallback, problems: orderProblems([...found, ...zoneProblems]) };
  }
  if (zoneProblems.length > 0) return { config: fallback, problems: zoneProblems };
  const { name, timezone, engine, reports } = parsed.data;
  const config: WorkspaceConfig = {
    name: name ?? fallback.name,
    timezone: timezone ?? fallback.timezone,
    engine,
    trackReports: reports.track,
    daemon: fallback.daemon,
    lines: {
      name: lineOf(root, ['name']),
      timezone: lineOf(root, ['timezone']),
      engine: lineOf(root, ['engine']),
      trackReports: lineOf(root, ['reports', 'track']),
    },
  };
  return { config, problems: [] };
}

function lineOf(root: DocumentNode, path: NodePath): number | null {
  return nodeAt(root, path)?.place?.line ?? null;
}
