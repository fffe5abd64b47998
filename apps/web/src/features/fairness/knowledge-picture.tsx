/**
 * The picture of who knows what when: people against the steps of a round, downwards on phones and across elsewhere.
 */
import type { MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../../texts.ts';

/** How much somebody knows of a thing: nothing, only its seal or a part of it, or all. */
type Share = 0 | 1 | 2;

/** What somebody knows of the seed, the bets, the beacon's value and the result. */
type Knowledge = readonly [seed: Share, bets: Share, value: Share, result: Share];

interface Step {
  title: MessageKey;
  /** In the order of `people`. */
  knows: readonly Knowledge[];
}

const people = ['fairness.players', 'fairness.site', 'fairness.everybody'] as const satisfies MessageKey[];

const steps: readonly Step[] = [
  {
    title: 'fairness.step1',
    knows: [
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [1, 0, 0, 0],
    ],
  },
  {
    title: 'fairness.step2',
    knows: [
      [1, 1, 0, 0],
      [2, 1, 0, 0],
      [1, 0, 0, 0],
    ],
  },
  {
    title: 'fairness.step3',
    knows: [
      [1, 1, 0, 0],
      [2, 2, 0, 0],
      [1, 1, 0, 0],
    ],
  },
  {
    title: 'fairness.step4',
    knows: [
      [1, 1, 2, 0],
      [2, 2, 2, 2],
      [1, 1, 2, 0],
    ],
  },
  {
    title: 'fairness.step5',
    knows: [
      [1, 1, 2, 2],
      [2, 2, 2, 2],
      [1, 1, 2, 2],
    ],
  },
  {
    title: 'fairness.step6',
    knows: [
      [2, 1, 2, 2],
      [2, 2, 2, 2],
      [2, 1, 2, 2],
    ],
  },
];

interface Thing {
  name: MessageKey;
  color: string;
  /** In a square of 16. */
  shape: string;
}

const things: readonly Thing[] = [
  {
    name: 'fairness.thingSeed',
    color: 'var(--seal)',
    shape: 'M8 1.5C11 4.5 13 7 13 10A5 4.5 0 0 1 3 10C3 7 5 4.5 8 1.5Z',
  },
  {
    name: 'fairness.thingBets',
    color: 'var(--coin)',
    shape: 'M1.5 3.5H14.5V6.5A1.5 1.5 0 0 0 14.5 9.5V12.5H1.5V9.5A1.5 1.5 0 0 0 1.5 6.5Z',
  },
  {
    name: 'fairness.thingValue',
    color: 'var(--info)',
    shape: 'M8 1L9.8 6.2L15 8L9.8 9.8L8 15L6.2 9.8L1 8L6.2 6.2Z',
  },
  {
    name: 'fairness.thingResult',
    color: 'var(--win)',
    shape: 'M1 8C4 2.5 12 2.5 15 8C12 13.5 4 13.5 1 8ZM8 5.4A2.6 2.6 0 0 0 8 10.6A2.6 2.6 0 0 0 8 5.4Z',
  },
];

/** An unknown thing is a dot, one that is known by its seal or in part an outline, and a known one is filled. */
const Sign = ({ thing, share }: { thing: Thing; share: Share }) =>
  share === 0 ? (
    <circle cx="8" cy="8" r="1.5" fill="var(--edge)" />
  ) : (
    <path
      d={thing.shape}
      fill={share === 2 ? thing.color : 'none'}
      fillRule="evenodd"
      stroke={thing.color}
      strokeWidth="1.5"
      strokeLinejoin="round"
    />
  );

const Legend = ({ thing, share, text }: { thing: Thing; share: Share; text: string }) => (
  <li className="flex items-center gap-2">
    <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
      <Sign thing={thing} share={share} />
    </svg>
    {text}
  </li>
);

export function KnowledgePicture() {
  'use memo';
  const t = useTexts('fairness');
  const [seed] = things;
  return (
    <figure className="grid gap-4 rounded-panel bg-panel px-2 py-4 sm:p-5">
      <div role="img" aria-label={t('fairness.pictureText')}>
        <Table across={false} className="mx-auto max-w-100 lg:hidden" />
        <Table across className="hidden lg:block" />
      </div>
      <figcaption className="grid gap-3 px-2 text-14 leading-5 sm:px-0">
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
          {things.map((thing) => (
            <Legend key={thing.name} thing={thing} share={2} text={t(thing.name)} />
          ))}
          {seed && (
            <>
              <Legend thing={seed} share={1} text={t('fairness.shareSealed')} />
              <Legend thing={seed} share={0} text={t('fairness.shareNone')} />
            </>
          )}
        </ul>
        <p className="text-quiet">{t('fairness.pictureNote')}</p>
      </figcaption>
    </figure>
  );
}

const rowHeight = 46;

function Table({ across, className }: { across: boolean; className: string }) {
  const t = useTexts('fairness');
  const [nameWidth, headHeight, columnWidth, sign] = across ? [92, 56, 124, 24] : [112, 26, 74, 17];
  const rows = across ? people.length : steps.length;
  const columns = across ? steps.length : people.length;
  const [width, height] = [nameWidth + columns * columnWidth, headHeight + rows * rowHeight];
  const stepTitles = steps.map(({ title }, at) => `${at + 1}. ${t(title)}`);
  const peopleNames = people.map((name) => t(name));
  const [heads, names] = across ? [stepTitles, peopleNames] : [peopleNames, stepTitles];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={cn('w-full', className)} aria-hidden="true">
      {heads.map((head, at) => (
        <Words
          key={head}
          text={head}
          isBold={!across}
          x={nameWidth + (at + 0.5) * columnWidth}
          y={headHeight / 2}
          anchor="middle"
        />
      ))}
      {names.map((name, row) => (
        <g key={name} transform={`translate(0 ${headHeight + row * rowHeight})`}>
          <path d={`M0 .75H${width}`} stroke="var(--rule)" strokeWidth="1.5" />
          <Words text={name} isBold={across} x={2} y={rowHeight / 2} anchor="start" />
          {heads.map((head, column) => {
            const [step, person] = across ? [column, row] : [row, column];
            const knowledge = steps[step]?.knows[person] ?? [];
            const left = nameWidth + (column + 0.5) * columnWidth - (things.length * sign) / 2;
            return (
              <g key={head} transform={`translate(${left} ${(rowHeight - sign) / 2})`}>
                {knowledge[3] === 2 && (
                  <rect x="-2" y="-7" width={4 * sign + 4} height={sign + 14} rx="8" fill="var(--raised)" />
                )}
                {things.map((thing, at) => (
                  <g
                    key={thing.name}
                    transform={`translate(${(at + 0.1) * sign} ${0.1 * sign}) scale(${sign / 20})`}
                  >
                    <Sign thing={thing} share={knowledge[at] ?? 0} />
                  </g>
                ))}
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

interface WordsProps {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle';
  isBold: boolean;
}

const lineHeight = 15;

/** Text in lines around a middle, because SVG breaks none. */
function Words({ text, x, y, anchor, isBold }: WordsProps) {
  const lines = linesOf(text, 17);
  return (
    <text textAnchor={anchor} fontSize="13.5" fontWeight={isBold ? 700 : 500} fill="var(--text)">
      {lines.map((line, at) => (
        <tspan key={line} x={x} y={y + 4.5 + (at - (lines.length - 1) / 2) * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

const linesOf = (text: string, maxLetters: number): string[] =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    return last !== undefined && last.length + word.length < maxLetters
      ? [...lines.slice(0, -1), `${last} ${word}`]
      : [...lines, word];
  }, []);
