/** The form of the lab: a game and its bet, a rule of play, and the coins. */
import type { GamesConfig } from '@fairground/contract/config';
import { labRules } from '@fairground/game-kit/web/lab';
import { useId, useState, type ReactNode } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field, inputClass } from '@fairground/site-kit/ui/field.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { chosenSessions } from './play-request.ts';
import { labGames, presets, queryOf, readDraft, type Draft } from './settings.ts';
import { useTexts } from '../../texts.ts';

interface LabFormProps {
  draft: Draft;
  config: GamesConfig;
  onRun: (texts: Draft) => void;
}

/** What another game has in common with the one before: its own fields, stakes and coins begin with their defaults. */
const sharedFields = ['rule', 'rounds', 'seed'];

export function LabForm({ draft, config, onRun }: LabFormProps) {
  'use memo';
  const t = useTexts('lab');
  const { formatCoins, formatFactor } = useFormat();
  // What is entered before the page is live would be lost with hydration.
  const isLive = useHydrated();
  const [typed, setTyped] = useState(draft);
  // The form follows the address, and the focus stays where it is.
  const address = queryOf(draft);
  const [followed, setFollowed] = useState(address);
  if (address !== followed) {
    setFollowed(address);
    setTyped(draft);
  }
  const { settings, texts, ranges, faults } = readDraft(typed, config);
  const [adjusts, setAdjusts] = useState(false);
  // A fault of an address is marked at its field.
  if (faults.size > 0 && !adjusts) setAdjusts(true);
  const { game, part, config: own, choice, play } = settings;
  const change = (name: string, text: string): void => setTyped({ ...typed, [name]: text });

  function chooseGame(id: string): void {
    const retained = sharedFields.flatMap((name) => (name in typed ? [[name, typed[name] ?? '']] : []));
    setTyped({ ...Object.fromEntries(retained), game: id });
  }

  function numberField(name: string, label: string, hint?: string): ReactNode {
    const range = ranges[name];
    if (range === undefined) return null;
    const { min, max, step, decimals } = range;
    const values = { min: formatFactor(min), max: formatFactor(max), step: formatCoins(step) };
    const wanted = decimals > 0 ? 'lab.decimal' : step > 1 ? 'lab.steps' : 'lab.integer';
    return (
      <Field
        key={name}
        label={label}
        name={name}
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={14}
        required={range.optional !== true}
        value={texts[name] ?? ''}
        hint={hint ?? t(wanted, values)}
        error={faults.has(name) ? t(wanted, values) : undefined}
        onChange={({ currentTarget }) => change(name, currentTarget.value)}
      />
    );
  }

  return (
    <div className="grid content-start gap-4">
      <div role="group" aria-label={t('lab.presets')} className="grid gap-2 sm:max-lg:grid-cols-3">
        {presets.map((preset) => {
          const { texts, settings } = readDraft(preset.draft, config);
          return (
            <Button
              key={preset.label}
              size="large"
              variant="secondary"
              aria-pressed={queryOf(texts) === address}
              className="aria-pressed:border-coin aria-pressed:text-coin"
              onClick={() => onRun(texts)}
            >
              <span className="grid">
                {t(preset.label)}
                {settings.game.card ? (
                  <span className="text-14 leading-5 font-medium text-quiet">
                    {t(settings.game.card.gameName)}
                  </span>
                ) : null}
              </span>
            </Button>
          );
        })}
      </div>
      <details open={adjusts} onToggle={({ currentTarget }) => setAdjusts(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer content-center font-bold">{t('lab.adjust')}</summary>
        <form
          noValidate
          aria-label={t('lab.form')}
          className="mt-2 grid gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            if (faults.size === 0) onRun(texts);
          }}
        >
          <Group title={t('lab.groupGame')} disabled={!isLive}>
            <Options
              label={t('lab.game')}
              name="game"
              value={game.id}
              options={labGames.map(({ id, card }) => [id, card ? t(card.gameName) : id])}
              onChange={chooseGame}
            />
            {part
              .fields(own, choice)
              .map((field) =>
                field.kind === 'options' ? (
                  <Options
                    key={field.name}
                    label={t(field.label)}
                    name={field.name}
                    value={choice[field.name] ?? ''}
                    options={field.options.map(({ value, label }) => [value, t(label)])}
                    onChange={(value) => change(field.name, value)}
                  />
                ) : (
                  numberField(field.name, t(field.label))
                ),
              )}
          </Group>
          <Group title={t('lab.groupRule')} disabled={!isLive}>
            <Options
              label={t('lab.rule')}
              name="rule"
              value={play.rule}
              options={labRules.map((rule) => [rule, t(`lab.rule.${rule}`)])}
              onChange={(rule) => change('rule', rule)}
            />
            {numberField('stake', t('lab.stake'))}
            {numberField('cap', t('lab.cap'), t('lab.capHint'))}
            {numberField('stopLoss', t('lab.stopLoss'), t('lab.optional'))}
            {numberField('stopProfit', t('lab.stopProfit'), t('lab.optional'))}
          </Group>
          <Group title={t('lab.groupSession')} disabled={!isLive}>
            {numberField('balance', t('lab.balance'))}
            {numberField('rounds', t('lab.rounds'))}
            {numberField('seed', t('lab.seed'), t('lab.seedHint'))}
          </Group>
          <p className="max-w-[76ch] text-quiet">{t(`lab.ruleText.${play.rule}`)}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="large" disabled={!isLive || faults.size > 0}>
              {t('lab.run', { n: formatCoins(chosenSessions) })}
            </Button>
            <Button
              variant="secondary"
              size="large"
              disabled={!isLive || faults.size > 0}
              onClick={() => onRun({ ...texts, seed: randomSeed() })}
            >
              {t('lab.otherSeed')}
            </Button>
          </div>
        </form>
      </details>
    </div>
  );
}

/** Short enough to be read out. */
const randomSeed = (): string => String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000);

interface GroupProps {
  title: string;
  disabled: boolean;
  children: ReactNode;
}

const Group = ({ title, disabled, children }: GroupProps) => (
  <fieldset disabled={disabled} className="grid min-w-0 gap-4 sm:max-lg:grid-cols-2">
    <legend className="mb-3 text-18 leading-6 font-bold">{title}</legend>
    {children}
  </fieldset>
);

interface OptionsProps {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

function Options({ label, name, value, options, onChange }: OptionsProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-14 leading-5 font-bold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        className={inputClass}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
