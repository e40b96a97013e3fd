/** One JSON object a line. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import type { TicketProblem } from '../../../words/ticket.ts';
import type { RecordsRead, SourceText, TicketRecord } from '../ticket-record.ts';

export function readJsonl({ source, text }: SourceText): RecordsRead {
  const records: TicketRecord[] = [];
  const problems: TicketProblem[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const place = `${source}:${index + 1}`;
    const value = tryParseJson(line);
    if (isRecord(value)) records.push({ source: place, value });
    else {
      const problem = value === undefined ? 'it is not JSON' : 'it is not an object';
      problems.push({ source: place, problem: `not a ticket: ${problem}` });
    }
  });
  return { records, problems };
}
