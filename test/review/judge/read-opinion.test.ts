import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseOpinion } from '../../../src/review/judge/judge-task.ts';

function report(json: string): string {
  return `## Judgement\n\nSome words.\n\n\`\`\`json\n${json}\n\`\`\`\n`;
}

describe('what a judge wrote', () => {
  it('is its opinion when it is exactly of that form', () => {
    const written = {
      verdict: 'fail',
      summary: 'A caller\nis left.',
      places: [{ path: 'src/a.ts', line: 3, text: 'old name' }],
    };
    expect(parseOpinion(report(JSON.stringify(written, null, 2)))).toEqual({
      ...written,
      summary: 'A caller is left.',
    });
  });

  it.each([
    ['no block', 'It passes.', 'its report has 0 blocks of JSON, and one is wanted'],
    [
      'two blocks',
      report('{"verdict":"pass","summary":"","places":[]}').repeat(2),
      'its report has 2 blocks of JSON, and one is wanted',
    ],
    ['what is not JSON', report('{verdict: pass}'), 'what its report says in JSON is none'],
    [
      'another word',
      report('{"verdict":"PASS","summary":"","places":[]}'),
      'its report is not a judgement: verdict: Invalid option: expected one of "pass"|"fail"|"unknown"',
    ],
    [
      'a key too many',
      report('{"verdict":"pass","summary":"","places":[],"land":true}'),
      'its report is not a judgement: Unrecognized key: "land"',
    ],
    [
      'a line that is none',
      report('{"verdict":"fail","summary":"","places":[{"path":"a","line":0,"text":""}]}'),
      'its report is not a judgement: places.0.line: Too small: expected number to be >=1',
    ],
  ])('is unknown with the reason for %s', (_what, text, summary) => {
    expect(parseOpinion(text)).toEqual({ verdict: 'unknown', summary, places: [] });
  });

  it('is never a pass by accident, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseOpinion(text).verdict).toBe('unknown');
        expect(parseOpinion(report(text)).verdict).toBe('unknown');
      }),
    );
  });
});
