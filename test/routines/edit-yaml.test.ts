import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { editYaml, yamlText } from '../../src/routines/edit-yaml.ts';

const TEXT = `# Head
name: One # its name
collect:
  - todos
  - tickets:
      # where they are
      path: tickets # a folder
agent: { engine: builtin }
`;

describe('editYaml', () => {
  it('replaces a value where it stands and keeps every comment', () => {
    const edited = editYaml(TEXT, [
      { path: ['name'], yaml: 'Two' },
      { path: ['collect', 1, 'tickets', 'path'], yaml: 'support/inbox' },
    ]);
    expect(edited).toBe(TEXT.replace('One', 'Two').replace('path: tickets', 'path: support/inbox'));
  });

  it('drops the comment of a value when told to', () => {
    expect(editYaml(TEXT, [{ path: ['name'], yaml: 'Two', dropComment: true }])).toBe(
      TEXT.replace('One # its name', 'Two'),
    );
  });

  it('adds a key behind those of one line, in either style', () => {
    expect(editYaml(TEXT, [{ path: ['agent', 'command'], yaml: '[node]' }])).toContain(
      'agent: { engine: builtin, command: [node] }\n',
    );
    expect(editYaml(TEXT, [{ path: ['collect', 1, 'tickets', 'max'], yaml: '5' }])).toContain(
      '      # where they are\n      path: tickets # a folder\n      max: 5\n',
    );
    expect(editYaml('a:\n  b:\n    c: 1\n', [{ path: ['a', 'd'], yaml: '1' }])).toBe(
      'a:\n  d: 1\n  b:\n    c: 1\n',
    );
    expect(editYaml('a: {}\n', [{ path: ['a', 'b'], yaml: '1' }])).toBe('a: { b: 1 }\n');
  });

  it('opens a bare word of a list', () => {
    expect(editYaml(TEXT, [{ path: ['collect', 0, 'todos', 'older-than'], yaml: '1d' }])).toContain(
      '  - todos: { older-than: 1d }\n',
    );
  });

  it('makes the maps on the way', () => {
    expect(editYaml(TEXT, [{ path: ['nothing', 'here', 'x'], yaml: '1' }])).toBe(
      `${TEXT}nothing:\n  here:\n    x: 1\n`,
    );
  });

  it('takes a key away with its lines', () => {
    const gone = (...path: readonly (string | number)[]) => editYaml(TEXT, [{ path, yaml: null }]);
    expect(gone('name')).toBe(TEXT.replace('name: One # its name\n', ''));
    expect(gone('agent', 'engine')).toContain('agent: {  }\n');
    expect(gone('collect')).toBe('# Head\nname: One # its name\nagent: { engine: builtin }\n');
    expect(gone('nothing', 'here')).toBe(TEXT);
  });

  it('says so when a path leads nowhere', () => {
    expect(() => editYaml(TEXT, [{ path: ['name', 'here', 'x'], yaml: '1' }])).toThrow(
      'there is no map at name.here to set x in',
    );
  });
});

describe('yamlText', () => {
  it('leaves words bare and quotes the rest', () => {
    expect(yamlText('Europe/Berlin')).toBe('Europe/Berlin');
    expect(yamlText('a b')).toBe('a b');
    expect(yamlText('30m')).toBe('30m');
    expect(yamlText('env:TOKEN')).toBe('env:TOKEN');
    expect(yamlText('1e5')).toBe('"1e5"');
    expect(yamlText('yes')).toBe('"yes"');
    expect(yamlText('a: b')).toBe('"a: b"');
  });

  it('reads back as what it was', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parse(`a: ${yamlText(text)}`)).toEqual({ a: text });
        expect(parse(`a: [x, ${yamlText(text)}]`)).toEqual({ a: ['x', text] });
      }),
    );
  });
});
