/** Answers searches, a JSON line each way, until stdin ends: the daemon has had enough, or is gone. */
import { openWarmSearch } from '../../context/search/warm-search.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readLines } from '../../platform/standard-input.ts';
import { writeOut } from '../../platform/terminal.ts';
import { asAppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';

export async function serveSearch(workspace: Workspace): Promise<object> {
  const searching = openWarmSearch(workspace);
  for await (const line of readLines()) {
    const asked = tryParseJson(line);
    if (!isRecord(asked)) continue;
    const { number, query } = asked;
    // Side by side: one that waits for the index does not keep the others waiting.
    void searching.answer(query).then(
      (answer) => writeOut(`${JSON.stringify({ number, answer })}\n`),
      (thrown: unknown) =>
        writeOut(`${JSON.stringify({ number, why: asAppError(thrown).message })}\n`),
    );
  }
  await searching.close();
  return {};
}
