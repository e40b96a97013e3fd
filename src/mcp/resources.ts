/** `roundsman://report/RUN`, `roundsman://finding/ID`, `roundsman://brief/RUN`: the same texts as by `read`, for people to attach. */
import {
  ErrorCode,
  McpError,
  type ListResourcesResult,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';

import { listReports } from '../reports/reports.ts';
import { oneLine } from '../words/text.ts';
import { bounded, passageAnswer, protocolError } from './answer.ts';
import type { Desk } from './contract.ts';
import { ALL_KINDS } from './kinds/all-kinds.ts';
import { readBriefPassage } from './kinds/runs.ts';

const MOST_LISTED = 20;
const MIME = 'text/markdown';
const URI = /^roundsman:\/\/(report|finding|brief)\/([A-Za-z0-9._:-]{1,200})$/;

export const RESOURCE_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'roundsman://report/{run}',
    name: 'report',
    description: 'The report of a run, or of the newest run of a routine.',
    mimeType: MIME,
  },
  {
    uriTemplate: 'roundsman://finding/{id}',
    name: 'finding',
    description: 'A finding with what people decided.',
    mimeType: MIME,
  },
  {
    uriTemplate: 'roundsman://brief/{run}',
    name: 'brief',
    description: 'What the agent of a run was told.',
    mimeType: MIME,
  },
];

/** The newest reports, and in a run its brief. */
export async function listResources({
  workspace,
  run,
  redactor,
}: Desk): Promise<ListResourcesResult> {
  const reports = (await listReports(workspace, null)).slice(0, MOST_LISTED);
  const own =
    run === null
      ? []
      : [{ uri: `roundsman://brief/${run.spec.id}`, name: 'brief of this run', mimeType: MIME }];
  return {
    resources: [
      ...own,
      ...reports.map(({ runId, routine, at }) => ({
        uri: `roundsman://report/${runId}`,
        name: oneLine(redactor.text(`report of ${routine}, ${at}`)),
        mimeType: MIME,
      })),
    ],
  };
}

/** Rejects with an error of the protocol. */
export async function readResource(desk: Desk, uri: string): Promise<ReadResourceResult> {
  const [, kind, id = ''] = URI.exec(uri) ?? [];
  const question = { id, path: null, offset: 0 };
  try {
    const passage =
      kind === 'report' || kind === 'finding'
        ? await ALL_KINDS[kind].read(desk, question)
        : kind === 'brief'
          ? await readBriefPassage(desk, question)
          : null;
    if (passage === null) throw new McpError(ErrorCode.InvalidParams, unknownWords(uri));
    const text = bounded(passageAnswer(passage, 0, desk.redactor), desk.redactor);
    return { contents: [{ uri, mimeType: MIME, text }] };
  } catch (thrown) {
    throw protocolError(thrown, desk.redactor);
  }
}

function unknownWords(uri: string): string {
  const names = RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate).join(', ');
  return `there is no resource "${oneLine(uri, 80)}"; there are ${names}`;
}
