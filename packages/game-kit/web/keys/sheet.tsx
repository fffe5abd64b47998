/** What a press of a key does, and the sheet that lists the keys of a game and switches them off. */
import { useState } from 'react';
import { createNote } from '@fairground/site-kit/store/note.ts';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { Checkbox } from '@fairground/site-kit/ui/field.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import type { AutoPlay } from '../auto-play.tsx';
import { findBinding, type KeyBinding, type KeyPress } from './key-press.ts';
import { useTexts } from '../texts.ts';

/** What a part of the page registers. `run` decides, as its button does, whether there is anything to do. */
export interface GameKeys {
  /** Key, what it does as the sheet shows it, and how; whether holding it down does it again. */
  keys?: readonly (readonly [key: string, label: string, run: () => unknown, repeats?: 'repeats'])[];
  /** The stake that + and - change by a step. */
  stake?: {
    /** Null where what is typed is none. */
    coins: number | null;
    min: number;
    max: number;
    step: number;
    disabled: boolean;
    set: (coins: number) => void;
  };
  /** Opened by A. */
  auto?: AutoPlay;
}

export type KeyRegistry = ReadonlySet<{ readonly current: GameKeys }>;

type Label = string | { common: 'raise' | 'lower' | 'auto' | 'escape' | 'sheet' };

interface BoundKey extends KeyBinding {
  label: Label;
  run(): void;
}

interface KeySheetProps {
  registry: KeyRegistry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function KeySheet({ registry, open, onOpenChange }: KeySheetProps) {
  const t = useTexts('keys');
  const [isOn, setOn] = useState(readIsOn);
  const bound = bindingsOf(registry);
  const hasAutoPlay = bound.some(({ key }) => key === 'a');
  const listed: { key: string; label: Label }[] = [
    ...bound,
    ...(hasAutoPlay ? [{ key: 'Esc', label: { common: 'escape' } } as const] : []),
    { key: '?', label: { common: 'sheet' } },
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('keys.title')} description={t('keys.intro')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {listed.map(({ key, label }) => (
          <div key={key} className="contents">
            <dt>
              <kbd
                className={cn(
                  'figures inline-grid min-h-9 min-w-11 place-items-center rounded-control',
                  'border-[1.5px] border-edge px-2 font-bold',
                )}
              >
                {key === '-' ? '−' : key.length === 1 ? key.toUpperCase() : key}
              </kbd>
            </dt>
            <dd>{typeof label === 'string' ? label : t(`keys.${label.common}`)}</dd>
          </div>
        ))}
      </dl>
      {/* Programs that turn speech into keys would press single characters by accident. */}
      <Checkbox
        label={t('keys.on')}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setOn(currentTarget.checked);
          rememberIsOn(currentTarget.checked);
        }}
      />
    </Dialog>
  );
}

/** Does what the press means, unless the player has switched the keys off. */
export function actOn(press: KeyPress, registry: KeyRegistry, openSheet: () => void): void {
  if (!readIsOn()) return;
  const sheet: BoundKey = { key: '?', label: { common: 'sheet' }, run: openSheet };
  findBinding([...bindingsOf(registry), sheet], press)?.run();
}

const bindingsOf = (registry: KeyRegistry): BoundKey[] =>
  [...registry].flatMap(({ current }) => bind(current));

function bind({ keys = [], stake, auto }: GameKeys): BoundKey[] {
  const bound: BoundKey[] = keys.map(([key, label, run, repeats]) => ({
    key,
    label,
    repeats: repeats === 'repeats',
    run: () => void run(),
  }));
  if (stake) {
    const change = (by: number): void => {
      if (stake.coins === null) return;
      const coins = stake.coins + by;
      if (!stake.disabled && coins >= stake.min && coins <= stake.max) stake.set(coins);
    };
    // Held down they repeat: no stake is placed.
    bound.push(
      { key: '+', label: { common: 'raise' }, repeats: true, run: () => change(stake.step) },
      { key: '-', label: { common: 'lower' }, repeats: true, run: () => change(-stake.step) },
    );
  }
  if (auto) {
    const run = (): void => {
      if (!auto.isRunning) auto.setPhase('form');
    };
    bound.push({ key: 'a', label: { common: 'auto' }, run });
  }
  return bound;
}

/** Without storage they stay as they are. */
const choice = createNote('keys', String);

const readIsOn = (): boolean => choice.read() !== 'off';

function rememberIsOn(isOn: boolean): void {
  if (isOn) choice.remove();
  else choice.write('off');
}
