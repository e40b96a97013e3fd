/** The files that a task names, by what names them. Pure. */
import { kindOf } from '../collectors/registry.ts';
import type { FactsByCollector } from '../words/facts.ts';
import type { PriorFinding } from './brief.ts';
import type { BasePath } from './context-sources.ts';

export interface NamedFiles {
  /** For people: `facts todos`, `policy.touches`. */
  readonly by: string;
  readonly paths: readonly string[];
  /** gitignore-like. */
  readonly patterns: readonly string[];
}

export function namedFiles(request: {
  /** `policy.touches`, or what stands for it. */
  readonly touches: readonly string[];
  readonly facts: FactsByCollector;
  readonly findings: readonly PriorFinding[];
  /** `context.files`. */
  readonly files: readonly string[];
  /** Of the item that the run is for. */
  readonly itemFiles: readonly string[];
  /** Of the paths that the prompt names, those that are there at base. */
  readonly prompt: readonly BasePath[];
}): readonly NamedFiles[] {
  const { touches, facts, findings, files, itemFiles, prompt } = request;
  const standing = findings.filter(
    ({ state }) => state === 'new' || state === 'known' || state === 'regressed',
  );
  const all: readonly NamedFiles[] = [
    ...Object.entries(facts).map(([name, one]) => ({
      by: `facts ${name}`,
      paths: kindOf(one).pathsIn?.(one) ?? [],
      patterns: [],
    })),
    {
      by: 'earlier findings',
      paths: standing.flatMap(({ location }) => (location === null ? [] : [location.path])),
      patterns: [],
    },
    {
      by: 'the prompt',
      paths: prompt.flatMap(({ path, kind }) => (kind === 'file' ? [path] : [])),
      patterns: prompt.flatMap(({ path, kind }) => (kind === 'folder' ? [`/${path}/`] : [])),
    },
    { by: 'the item', paths: [], patterns: itemFiles },
    { by: 'context.files', paths: [], patterns: files },
    { by: 'policy.touches', paths: [], patterns: touches },
  ];
  return all
    .map((one) => ({ ...one, paths: [...new Set(one.paths)] }))
    .filter(({ paths, patterns }) => paths.length > 0 || patterns.length > 0);
}

const MOST_CANDIDATES = 200;

/** What looks like a path in a prompt; whether it is one, the base commit says. */
export function pathsInText(text: string): readonly string[] {
  const words = text.slice(0, 200_000).match(/[\w@.+/$:{}-]{3,200}/g) ?? [];
  const candidates = words.flatMap((word) => {
    if (/[$:{}]/.test(word)) return [];
    const path = word.replace(/^(\.\/)+/, '').replace(/[./-]+$/, '');
    const isPath = path.length > 2 && !path.startsWith('/') && !path.startsWith('-');
    return isPath && /[./]/.test(word) ? [path] : [];
  });
  return [...new Set(candidates)].slice(0, MOST_CANDIDATES);
}
