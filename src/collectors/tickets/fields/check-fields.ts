/** A mapped field that no record has is a slip of the pen: say which there are. */
import { isRecord } from '../../../platform/json.ts';
import { AppError } from '../../../words/errors.ts';
import { closestWord, oneLine } from '../../../words/text.ts';
import { TICKET_FIELDS, type TicketField } from '../../../words/ticket.ts';
import type { TicketRecord } from '../ticket-record.ts';
import { valueAt } from './record-values.ts';

const MAX_LOOKED = 200;
const MAX_NAMED = 30;

/** Throws an AppError. Without records there is nothing to compare with. */
export function checkFields(
  records: readonly TicketRecord[],
  fields: Readonly<Partial<Record<TicketField, string>>>,
): void {
  if (records.length === 0) return;
  for (const field of TICKET_FIELDS) {
    const path = fields[field];
    if (path === undefined || records.some(({ value }) => valueAt(value, path) !== undefined))
      continue;
    const names = namesIn(records);
    const close = closestWord(path, names);
    const near = close === null ? '' : `Did you mean \`${close}\`? `;
    throw new AppError('invalid-definition', {
      code: 'field-unknown',
      message: `\`tickets.fields.${field}\` names \`${oneLine(path)}\`, which no record has`,
      hint: `${near}There are: ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : ''}.`,
    });
  }
}

/** Names, and dotted paths one level down, of the first records. */
function namesIn(records: readonly TicketRecord[]): readonly string[] {
  const names = new Set<string>();
  for (const { value } of records.slice(0, MAX_LOOKED)) {
    for (const [name, inner] of Object.entries(value).slice(0, 100)) {
      names.add(oneLine(name, 60));
      if (!isRecord(inner)) continue;
      for (const below of Object.keys(inner).slice(0, 30))
        names.add(oneLine(`${name}.${below}`, 60));
    }
  }
  return [...names];
}
