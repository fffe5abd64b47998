import { describe, expect, it } from 'vitest';
import { chooseKind, chooseNumber, fieldsOf, firstFields, onlyFirst } from '../web/fields.ts';

describe('fields of a press', () => {
  it('are one, whatever was chosen before, where one press is one bet', () => {
    const seven = chooseNumber(firstFields, 7, false);
    expect(fieldsOf(seven)).toEqual([{ drawType: 'Number', number: 7 }]);
    expect(fieldsOf(chooseNumber(seven, 9, false))).toEqual([{ drawType: 'Number', number: 9 }]);
    expect(fieldsOf(chooseKind(seven, 'Over', false))).toEqual([{ drawType: 'Over' }]);
  });

  it('are none where a number is to be chosen first', () => {
    expect(fieldsOf(chooseKind(firstFields, 'Number', false))).toEqual([]);
  });

  it('are each once, in the order of the panel, where they are several; a second press takes one out', () => {
    const several = [9, 7].reduce((fields, number) => chooseNumber(fields, number, true), firstFields);
    const all = chooseKind(several, 'Exact', true);
    expect(fieldsOf(all)).toEqual([
      { drawType: 'Number', number: 7 },
      { drawType: 'Number', number: 9 },
      { drawType: 'Under' },
      { drawType: 'Exact' },
    ]);
    expect(fieldsOf(chooseNumber(chooseKind(all, 'Under', true), 7, true))).toEqual([
      { drawType: 'Number', number: 9 },
      { drawType: 'Exact' },
    ]);
  });

  it('do not bring back numbers that were switched off with their kind', () => {
    const off = chooseKind(chooseNumber(firstFields, 7, true), 'Number', true);
    expect(fieldsOf(off)).toEqual([{ drawType: 'Under' }]);
    expect(fieldsOf(chooseNumber(off, 9, true))).toEqual([
      { drawType: 'Number', number: 9 },
      { drawType: 'Under' },
    ]);
  });

  it('are the first of them once one press is one bet again', () => {
    const several = chooseNumber(chooseNumber(firstFields, 9, true), 7, true);
    expect(fieldsOf(onlyFirst(several))).toEqual([{ drawType: 'Number', number: 7 }]);
    expect(onlyFirst(chooseKind(firstFields, 'Under', true))).toEqual(firstFields);
    const toBeChosen = chooseKind(firstFields, 'Number', false);
    expect(onlyFirst(toBeChosen)).toEqual(toBeChosen);
  });
});
