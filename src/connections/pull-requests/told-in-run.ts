/** What a run told, as far as the text of a pull request repeats it. Pure; hostile. */
import type { FindingLine } from '../../engines/agent-contract.ts';
import { isRecord } from '../../platform/json.ts';

type Told = Pick<FindingLine, 'title' | 'severity' | 'path' | 'line'>;

export function findingsIn(value: unknown): readonly Told[] {
  const list = Array.isArray(value) ? value : isRecord(value) ? value['findings'] : [];
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one['title'] !== 'string') return [];
    const { title, severity, path, line } = one;
    const known = (['info', 'low', 'medium', 'high'] as const).find((each) => each === severity);
    return [
      {
        title,
        severity: known ?? 'info',
        ...(typeof path === 'string' ? { path } : {}),
        ...(typeof line === 'number' ? { line } : {}),
      },
    ];
  });
}

/** What stands under the heading Summary, up to the next heading. */
export function summaryIn(markdown: string): string {
  const lines = markdown.split('\n');
  const from = lines.findIndex((line) => /^#{1,3}\s+summary\s*$/i.test(line));
  if (from < 0) return '';
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => /^#{1,3}\s/.test(line));
  return (to < 0 ? rest : rest.slice(0, to)).join('\n').trim().slice(0, 10_000);
}
