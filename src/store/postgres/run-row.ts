/**
 * A run as a row. A row names no folder of the machine that wrote it: paths are told from the root of the repository, and who
 * reads it puts its own in their place. Pure.
 */
import { basename, isAbsolute, join, relative } from 'node:path';

import { tryParseJson } from '../../platform/json.ts';
import type { RunSpec, WorkspaceLocation } from '../../words/run-spec.ts';
import type { RunRecord } from '../../words/run.ts';
import type { StoredRun } from '../ports.ts';
import { readRunRecord, readRunSpec } from '../run-folder/run-guards.ts';

/** The repository of the reader, and its state folder. */
export type RunHome = Pick<WorkspaceLocation, 'root' | 'gitDir' | 'stateDir'>;

const NOWHERE: RunHome = { root: '', gitDir: '', stateDir: '' };

export function specText(spec: RunSpec): string {
  const { workspace, definition } = spec;
  const path = belowRoot(definition.path, workspace.root) ?? basename(definition.path);
  return JSON.stringify({
    ...spec,
    workspace: { ...workspace, ...NOWHERE },
    definition: { ...definition, path },
  });
}

export function recordText(record: RunRecord, { workspace }: RunSpec): string {
  const { progress } = record;
  const { reportPath } = progress;
  if (reportPath === null) return JSON.stringify(record);
  const path = belowRoot(reportPath, workspace.root);
  return JSON.stringify({ ...record, progress: { ...progress, reportPath: path } });
}

/** `null`: it is not below the root. */
function belowRoot(path: string, root: string): string | null {
  const told = relative(root, path);
  return !isAbsolute(path) || told.startsWith('..') || isAbsolute(told) ? null : told;
}

export interface RunRow {
  readonly id: string;
  readonly place: string;
  readonly spec: string;
  readonly record: string | null;
}

/**
 * With the machine of its processes, so that none here is taken for one of them. Rows of earlier versions have paths of their
 * machine, which are told from its root too.
 */
export function runIn(row: RunRow, home: RunHome): readonly StoredRun[] {
  const spec = readRunSpec(tryParseJson(row.spec));
  if (spec === null) return [];
  const record = row.record === null ? null : readRunRecord(tryParseJson(row.record));
  const { workspace, definition } = spec;
  const here = (path: string): string =>
    join(home.root, isAbsolute(path) ? (belowRoot(path, workspace.root) ?? basename(path)) : path);
  return [
    {
      spec: {
        ...spec,
        workspace: { ...workspace, ...home },
        definition: { ...definition, path: here(definition.path) },
        admittedBy: { ...spec.admittedBy, machine: row.place },
      },
      record: record === null ? null : recordAt(record, row.place, here),
    },
  ];
}

function recordAt(record: RunRecord, machine: string, here: (path: string) => string): RunRecord {
  const { phase, progress } = record;
  const { reportPath } = progress;
  const told = {
    ...record,
    progress: { ...progress, reportPath: reportPath === null ? null : here(reportPath) },
  };
  if (phase.kind !== 'running') return told;
  return { ...told, phase: { ...phase, supervisor: { ...phase.supervisor, machine } } };
}
