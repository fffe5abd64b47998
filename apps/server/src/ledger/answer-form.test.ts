/** The form and the values of an answer together are the answer, to the byte. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerForms, splitAnswer } from './answer-form.ts';

/** What the function `answer_text` of the schema does, which the tests with a database compare. */
const join = (form: string, values: string): string => {
  const tokens = values === '' ? [] : values.split('\n');
  return form
    .split('\n')
    .map((part, index) => part + (tokens[index] ?? ''))
    .join('');
};

describe('splitAnswer', () => {
  it('leaves names and punctuation in the form, and takes values of every kind', () => {
    const text =
      '{"id":"12","coins":-3.5e+21,"avatar":null,"list":[true,{"a":"x\\"y"}],"none":{},"empty":[]}';
    expect(splitAnswer(text)).toEqual({
      form: '{"id":\n,"coins":\n,"avatar":\n,"list":[\n,{"a":\n}],"none":{},"empty":[]}',
      values: '"12"\n-3.5e+21\nnull\ntrue\n"x\\"y"',
    });
  });

  it('gives all answers that differ only in values one form', () => {
    const text = (username: string, coins: number, email: string | null) =>
      splitAnswer(JSON.stringify({ user: { username, email }, coins })).form;
    expect(text('a', 1, null)).toBe(text('b":{', 1e300, 'x@example.org'));
  });

  it.each(['"text"', '5', 'null', '[]', '{}', '""', '"\\\\"', '["\\\\",":"]'])('splits %s', (text) => {
    const { form, values } = splitAnswer(text);
    expect(join(form, values)).toBe(text);
  });

  it('gives back any JSON to the byte', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (json, value) => {
        for (const text of [JSON.stringify(JSON.parse(json)), JSON.stringify(value)]) {
          const { form, values } = splitAnswer(text);
          expect(join(form, values)).toBe(text);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses a text that is not JSON', () => {
    expect(() => splitAnswer('{"open')).toThrow('not JSON');
  });
});

describe('createAnswerForms', () => {
  const text = JSON.stringify({ id: '7', coins: 5 });

  /** Answers each request for a form when the test says so. */
  const fakeForms = () => {
    const requests: { form: unknown; answer: (rows: object[]) => void; fail: () => void }[] = [];
    const forms = createAnswerForms({
      query: <Row extends object>({ values }: { values: unknown[] }) =>
        new Promise<Row[]>((resolve, reject) => {
          requests.push({
            form: values[0],
            answer: (rows) => resolve(rows as Row[]),
            fail: () => reject(new Error('the database is away')),
          });
        }),
    });
    return { forms, requests };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('stores texts until the id of their form is known, and requests it once', async () => {
    const { forms, requests } = fakeForms();
    expect(forms.pack(text)).toEqual({ answer: text, formId: null, answerValues: null });
    expect(forms.pack(text)).toEqual({ answer: text, formId: null, answerValues: null });
    expect(requests.map(({ form }) => form)).toEqual(['{"id":\n,"coins":\n}']);
    requests[0]?.answer([{ id: 3 }]);
    await turn();
    expect(forms.pack(text)).toEqual({ answer: null, formId: 3, answerValues: '"7"\n5' });
    expect(requests).toHaveLength(1);
  });

  it.each(['a database that is away', 'a form that another process adds'])(
    'requests a form again after %s',
    async (cause) => {
      const { forms, requests } = fakeForms();
      forms.pack(text);
      if (cause.includes('away')) requests[0]?.fail();
      else requests[0]?.answer([]);
      await turn();
      expect(forms.pack(text).answer).toBe(text);
      expect(requests).toHaveLength(2);
    },
  );

  it('limits how many forms a process knows, and how long they are', async () => {
    const { forms, requests } = fakeForms();
    forms.pack(JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field${n}`, n]))));
    expect(requests).toHaveLength(0);
    for (let length = 0; length < 600; length += 1) forms.pack(JSON.stringify(Array(length).fill(0)));
    expect(requests).toHaveLength(500);
  });
});
