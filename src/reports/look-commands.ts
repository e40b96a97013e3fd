import { shortIdOf } from '../words/ids.ts';
import type { ReportSource } from './contract.ts';

/** The commands that show more of this run. */
export function lookCommands({ spec, progress }: ReportSource): readonly string[] {
  const { base, branch } = progress;
  const id = shortIdOf(spec.id);
  return [
    ...(base === null || branch === null
      ? []
      : [
          `git log -p ${base.slice(0, 12)}..${branch}`,
          `git diff ${base.slice(0, 12)}...${branch}`,
        ]),
    `roundsman show ${id}`,
    `roundsman logs ${id}`,
    `roundsman brief ${id}`,
  ];
}
