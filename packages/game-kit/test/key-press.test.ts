import { describe, expect, it } from 'vitest';
import { findBinding, type KeyPress } from '../web/keys/key-press.ts';

const bindings = [{ key: 'b' }, { key: '+', repeats: true }, { key: '?' }];
const press = (changes: Partial<KeyPress>): string | undefined =>
  findBinding(bindings, {
    key: 'b',
    repeat: false,
    isCombined: false,
    isTyping: false,
    isCovered: false,
    ...changes,
  })?.key;

describe('a press of a key', () => {
  it('means its binding, with capitals or without', () => {
    expect(press({})).toBe('b');
    expect(press({ key: 'B' })).toBe('b');
    expect(press({ key: '?' })).toBe('?');
    expect(press({ key: 'x' })).toBeUndefined();
    expect(press({ key: 'Backspace' })).toBeUndefined();
  });
  it('means nothing while typing, below a dialog, or with a modifier', () => {
    expect(press({ isTyping: true })).toBeUndefined();
    expect(press({ isCovered: true })).toBeUndefined();
    expect(press({ isCombined: true })).toBeUndefined();
  });
  it('means nothing while held down, unless the binding repeats', () => {
    expect(press({ repeat: true })).toBeUndefined();
    expect(press({ key: '+', repeat: true })).toBe('+');
  });
});
