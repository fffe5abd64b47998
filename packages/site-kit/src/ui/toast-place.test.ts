import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlaps, placeToast } from './toast-place.ts';

const phone = { width: 360, height: 740, toast: { width: 344, height: 60 } };

test('begins at the top of a phone and in the lower left corner of a wide page', () => {
  expect(placeToast({ ...phone, clear: [], pressable: [] })).toEqual({ left: 8, top: 8 });
  const wide = { width: 1440, height: 900, toast: { width: 384, height: 60 } };
  expect(placeToast({ ...wide, clear: [], pressable: [] })).toEqual({ left: 8, top: 832 });
});

test('moves below the balance and the multiplier', () => {
  const balance = { left: 150, top: 14, width: 120, height: 44 };
  const multiplier = { left: 60, top: 85, width: 240, height: 61 };
  const { top } = placeToast({ ...phone, clear: [balance, multiplier], pressable: [] });
  expect(top).toBe(150);
});

test('covers what can be pressed only where no other place is left', () => {
  const link = { left: 20, top: 20, width: 100, height: 44 };
  expect(placeToast({ ...phone, clear: [], pressable: [link] }).top).toBe(68);
  const column = { left: 0, top: 0, width: 360, height: 600 };
  const button = { left: 16, top: 610, width: 328, height: 72 };
  const { top } = placeToast({ ...phone, clear: [button], pressable: [column] });
  expect(overlaps({ left: 8, top, ...phone.toast }, button)).toBe(false);
});

test('lies next to the stage on a phone, but sooner over it than over what can be pressed', () => {
  const sideways = { width: 740, height: 360, toast: { width: 284, height: 60 }, clear: [] };
  const stages = [{ left: 0, top: 57, width: 440, height: 303 }];
  const header = { left: 0, top: 0, width: 740, height: 57 };
  const place = placeToast({ ...sideways, pressable: [header], stages });
  expect(place).toEqual({ left: 448, top: 61 });
  const column = { left: 440, top: 57, width: 300, height: 303 };
  expect(placeToast({ ...sideways, pressable: [header, column], stages })).toEqual({ left: 8, top: 61 });
  const wide = { width: 1440, height: 900, toast: { width: 384, height: 60 }, clear: [], pressable: [] };
  expect(placeToast({ ...wide, stages: [{ left: 0, top: 57, width: 960, height: 843 }] })).toEqual({
    left: 8,
    top: 832,
  });
});

test('never covers what must stay clear where the page has room, and never leaves the page', () => {
  const box = (maxTop: number) =>
    fc.record({
      left: fc.integer({ min: 0, max: 300 }),
      top: fc.integer({ min: 0, max: maxTop }),
      width: fc.integer({ min: 1, max: 360 }),
      height: fc.integer({ min: 1, max: 72 }),
    });
  fc.assert(
    // Five of at most 72 px and six gaps leave room for a toast of 60 px in 740 px.
    fc.property(
      fc.array(box(660), { maxLength: 5 }),
      fc.array(box(660), { maxLength: 8 }),
      (clear, pressable) => {
        const packed = clear.map((one, at) => ({ ...one, top: at * 80 }));
        const { left, top } = placeToast({ ...phone, clear: packed, pressable });
        const toast = { left, top, ...phone.toast };
        expect(packed.some((one) => overlaps(one, toast))).toBe(false);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + toast.width).toBeLessThanOrEqual(phone.width);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + toast.height).toBeLessThanOrEqual(phone.height);
      },
    ),
  );
});
