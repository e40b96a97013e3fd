import type { Kind } from '../contract.ts';
import { branches } from './branches.ts';
import { findings, items, notesOf } from './records.ts';
import { reports, runs, sessions } from './runs.ts';

/** In the order in which they are named to agents. */
export const KINDS = [
  'report',
  'run',
  'finding',
  'item',
  'branch',
  'session',
  'decision',
  'knowledge',
] as const;
export type KindName = (typeof KINDS)[number];

export const ALL_KINDS: Readonly<Record<KindName, Kind>> = {
  report: reports,
  run: runs,
  finding: findings,
  item: items,
  branch: branches,
  session: sessions,
  decision: notesOf('decision'),
  knowledge: notesOf('knowledge'),
};
