/** The settings of roundsman.yaml with every default, and where each comes from. */
import { basename } from 'node:path';

import { hostTimezone } from '../platform/environment.ts';
import type { Workspace } from '../workspace/contract.ts';
import { WORKSPACE_FILE } from './catalog.ts';
import { invalidDefinition, readContext, readSource } from './definitions.ts';
import { plainValue } from './document-node.ts';
import { readYaml } from './read-yaml.ts';
import { resolveWorkspaceText } from './resolve-routine-text.ts';
import { workspaceSchema, type WrittenWorkspace } from './schema/workspace-schema.ts';

export interface ResolvedWorkspace {
  /** A roundsman.yaml with every value and, behind each, where it came from. */
  readonly text: string;
  readonly settings: WrittenWorkspace;
}

/** Of the working tree; all defaults where it has none. Throws `invalid-definition` with the problems. */
export async function resolveWorkspace(workspace: Workspace): Promise<ResolvedWorkspace> {
  const { problems } = await readContext(workspace);
  if (problems.length > 0) throw invalidDefinition(WORKSPACE_FILE, problems);
  const source = await readSource(workspace, WORKSPACE_FILE).catch(() => null);
  const read = source === null ? null : readYaml(WORKSPACE_FILE, source.bytes);
  const root = read?.kind === 'tree' ? read.root : null;
  const { name, timezone, ...rest } = workspaceSchema.parse(root === null ? {} : plainValue(root));
  const settings = {
    name: name ?? basename(workspace.location.root),
    timezone: timezone ?? hostTimezone(),
    ...rest,
  };
  return { text: resolveWorkspaceText(root, settings), settings };
}
