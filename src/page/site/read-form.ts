/** A posted form. Its fields come from outside: bounded, trimmed, never trusted. */
import { Buffer } from 'node:buffer';

import { AppError } from '../../words/errors.ts';
import type { Form } from '../contract.ts';

export function readForm(body: Uint8Array): Form {
  const fields = new URLSearchParams(Buffer.from(body).toString('utf8'));
  const text = (name: string): string => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  return {
    text,
    need: (name) => {
      const value = text(name);
      if (value !== '') return value;
      throw new AppError('usage', {
        code: 'field-empty',
        message: `the field "${name}" is empty`,
        hint: 'Go back, fill it in, and send it again.',
      });
    },
    all: (name) => fields.getAll(name).map((value) => value.trim()),
    has: (name) => fields.has(name),
  };
}
