/** What headers of a connection must not be: ours to say, or a secret. Pure. */
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { literalSecretInHeader, secretBreach } from './literal-secrets.ts';

/** How the bytes go is ours to say; and what a webhook is signed with. */
const OUR_HEADERS =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|accept-encoding|proxy-.*|webhook-(id|timestamp|signature))$/i;

interface HeaderMarks {
  /** That stand for secrets in values. */
  readonly marks: readonly string[];
  /** What to do with a secret that stands there itself. Absent: as with any other. */
  readonly hint?: string;
}

/** @param at of the connection */
export function headerBreaches(
  at: NodePath,
  headers: Readonly<Record<string, string>>,
  { marks, hint }: HeaderMarks = { marks: [] },
): readonly RuleBreach[] {
  return Object.entries(headers).flatMap(([header, value]) => {
    const path = [...at, 'headers', header];
    if (OUR_HEADERS.test(header)) {
      return [
        {
          path,
          code: 'reserved-header',
          message: `the header ${header} is set by Roundsman`,
          hint: 'Leave it out.',
        },
      ];
    }
    const secret = literalSecretInHeader(header, value, marks);
    if (secret === null) return [];
    return [secretBreach(path, `is ${secret}`, hint)];
  });
}
