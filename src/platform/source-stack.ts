/** Stacks of bundled code with the places in its sources: by the maps beside the bundles, read only when there is an error. */
import { SourceMap } from 'node:module';

import { isRecord, tryParseJson } from './json.ts';
import { textNow } from './read-now.ts';

const PLACE = /(\/[^():\n]+\.js):(\d+):(\d+)/g;

/** Never throws. A place without a map stays as it is. */
export function sourceStack(error: Error): string {
  const maps = new Map<string, SourceMap | null>();
  const inSources = (place: string, ...[file = '', line, column]: readonly string[]): string => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
  return (error.stack ?? error.message).replace(PLACE, inSources);
}

function readMap(path: string): SourceMap | null {
  const map = tryParseJson(textNow(path) ?? '');
  if (!isRecord(map) || typeof map['mappings'] !== 'string' || !Array.isArray(map['sources']))
    return null;
  const sources = map['sources'].map(String);
  const { mappings } = map;
  return new SourceMap({
    file: '',
    version: 3,
    sources,
    sourcesContent: [],
    names: [],
    mappings,
    sourceRoot: '',
  });
}
