/**
 * /faq: questions by category, found by their words, one answer open at a time. Which one is in the address after the
 * #, so that it can be linked.
 */
import ChevronDown from '@fairground/site-kit/icons/chevron-down';
import Search from '@fairground/site-kit/icons/search';
import X from '@fairground/site-kit/icons/x';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@fairground/site-kit/router/router.tsx';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { inputClass } from '@fairground/site-kit/ui/field.tsx';
import { moveFocus } from '@fairground/site-kit/ui/move-focus.ts';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { findQuestions, type Question, type QuestionGroup } from './questions.ts';
import { useAnswers } from './use-answers.ts';
import styles from './faq.module.css';
import { useTexts } from '../../texts.ts';

export function FaqPage() {
  'use memo';
  const t = useTexts('faq-page');
  const groups = useAnswers();
  /** Null for all of them; undefined until the visitor has chosen. */
  const [chosen, setChosen] = useState<string | null | undefined>();
  const [opened, setOpened] = useState<string>();
  const [words, setWords] = useState('');
  const [open, show] = useOpenQuestion(groups);
  const isLive = useHydrated();
  /** One category to begin with: that of the question which the address names, or was opened last. */
  const first =
    groups.find(({ questions }) => questions.some(({ id }) => id === (open || opened))) ?? groups[0];
  const category = chosen !== undefined ? chosen : words === '' && first ? first.id : null;
  const found = findQuestions(groups, { category, words });
  const toggle = (id: string): void => {
    setOpened(id || open);
    show(id);
  };
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="faq-title"
        className="bites-top w-full max-w-page rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-6"
      >
        <h1 id="faq-title" className="poster-title text-36 leading-10 sm:text-48 sm:leading-13">
          {t('faq.title')}
        </h1>
        <p className="mt-3 mb-6 max-w-[60ch] text-17 leading-6 text-quiet">{t('faq.lead')}</p>
        <div className={cn(styles.needsScript, 'grid gap-4')}>
          <SearchField words={words} onChange={setWords} />
          <Categories groups={groups} chosen={category} onChoose={setChosen} />
          <p role="status" className="text-14 leading-5 text-quiet">
            {count === 0 ? t('faq.none') : t('faq.count', { n: count })}
          </p>
        </div>
        <div data-questions className={cn('mt-2', !isLive && styles.early)}>
          {groups.map((group) => {
            const shown = found.find(({ id }) => id === group.id);
            // The others are in the page too: for readers without script, and for a link to one of their questions.
            return (
              <Group key={group.id} group={shown ?? group} isHidden={!shown} open={open} onOpen={toggle} />
            );
          })}
        </div>
        <Perforation className="my-8" />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div>
            <h2 className="font-display text-22 leading-7">{t('faq.still')}</h2>
            <p className="mt-1 text-quiet">{t('faq.stillText')}</p>
          </div>
          <ButtonLink to="/contact-us">{t('faq.contactSupport')}</ButtonLink>
        </div>
      </section>
    </ScenePage>
  );
}

/** The id of the question that the address names, or an empty text. */
function useOpenQuestion(groups: readonly QuestionGroup[]): [string, (id: string) => void] {
  'use memo';
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isLive = useHydrated();
  const named = groups.flatMap(({ questions }) => questions).find(({ id }) => `#${id}` === hash);
  const show = (id: string): void => navigate(`#${id}`, { replace: true, preventScrollReset: true });
  return [isLive && named ? named.id : '', show];
}

function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const t = useTexts('faq-page');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Reads what was typed before hydration.
  const readTyped = useEffectEvent(() => onChange(input.current?.value ?? ''));
  useEffect(() => readTyped(), []);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 leading-5 font-bold">
        {t('faq.search')}
      </label>
      <div className="relative">
        <Search aria-hidden className="absolute top-3.5 left-4 size-5 text-quiet" />
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={words}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={`${inputClass} px-12!`}
        />
        {words === '' ? null : (
          <button
            type="button"
            aria-label={t('faq.clear')}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
            className={cn(
              'absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-control text-quiet',
              'hover:text-text',
            )}
          >
            <X aria-hidden className="size-5" />
          </button>
        )}
      </div>
    </div>
  );
}

interface CategoriesProps {
  groups: readonly QuestionGroup[];
  chosen: string | null;
  onChoose: (category: string | null) => void;
}

function Categories({ groups, chosen, onChoose }: CategoriesProps) {
  const t = useTexts('faq-page');
  const chips = [{ id: null, name: t('faq.all') }, ...groups];
  return (
    <div
      role="group"
      aria-label={t('faq.categories')}
      className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
    >
      {chips.map(({ id, name }) => (
        <button
          key={id ?? 'all'}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={cn(
            'min-h-11 shrink-0 rounded-full border-2 px-4 text-15 font-bold',
            id === chosen ? 'border-coin bg-raised text-coin' : 'border-edge text-text hover:bg-raised',
          )}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

interface GroupProps {
  group: QuestionGroup;
  isHidden: boolean;
  /** The id of the question whose answer is shown, or an empty text. */
  open: string;
  onOpen: (id: string) => void;
}

const Group = ({ group, isHidden, open, onOpen }: GroupProps) => (
  <section
    aria-label={group.name}
    data-shown={isHidden ? undefined : ''}
    className={cn(styles.group, 'mt-6')}
  >
    <h2 className="mb-1 text-17 leading-6 font-bold text-coin">{group.name}</h2>
    {group.questions.map((question) => {
      const isOpen = question.id === open;
      return (
        <Entry
          key={question.id}
          question={question}
          isOpen={isOpen}
          onPress={() => onOpen(isOpen ? '' : question.id)}
        />
      );
    })}
  </section>
);

interface EntryProps {
  question: Question;
  isOpen: boolean;
  onPress: () => void;
}

const focusGroup = {
  group: '[data-questions]',
  buttons: 'section[data-shown] h3 > button',
  direction: 'vertical',
} as const;

function Entry({ question: { id, question, answer }, isOpen, onPress }: EntryProps) {
  const [buttonId, answerId] = [`${id}-question`, `${id}-answer`];
  return (
    <div id={id} className="border-b-[1.5px] border-rule">
      <h3>
        <button
          type="button"
          id={buttonId}
          aria-expanded={isOpen}
          aria-controls={answerId}
          onClick={onPress}
          onKeyDown={(event) => moveFocus(event, focusGroup)}
          className={cn(
            'group flex min-h-14 w-full items-center justify-between gap-4 rounded-control py-3',
            'text-left text-17 leading-6 font-bold hover:text-coin',
          )}
        >
          {question}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-quiet transition-transform group-aria-expanded:rotate-180"
          />
        </button>
      </h3>
      <div
        role="region"
        id={answerId}
        aria-labelledby={buttonId}
        data-state={isOpen ? 'open' : 'closed'}
        className={cn(styles.answer, 'pb-4')}
      >
        <p className="max-w-[65ch] leading-6 text-quiet">{answer}</p>
      </div>
    </div>
  );
}
