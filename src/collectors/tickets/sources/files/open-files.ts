/** A file or folder: read whole each time, as exports are; what was told before is known by its id. */
import { chooseFiles, locatePath } from '../../choose-files.ts';
import { readRecords } from '../../read-records.ts';
import type { TicketsRequest } from '../../tickets-request.ts';
import type { SourceReading, TicketSource } from '../contract.ts';

export function openFiles(path: string, request: TicketsRequest): TicketSource {
  return { identity: '', asked: path, read: async () => readFiles(path, request) };
}

async function readFiles(path: string, request: TicketsRequest): Promise<SourceReading> {
  const located = await locatePath(path, request);
  request.progress(`listing ${located.label}`);
  const chosen = await chooseFiles(located, request.rule.format);
  const read = await readRecords(chosen.files, request);
  return {
    records: read.records,
    problems: [...chosen.problems, ...read.problems],
    repeated: read.repeated,
    since: null,
    next: null,
    counts: { pages: 0, requests: 0 },
    cut: null,
  };
}
