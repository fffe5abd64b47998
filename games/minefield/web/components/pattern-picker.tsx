/** The plots that auto-play turns, in the order chosen. */
import { Choice } from '@fairground/site-kit/ui/choice-group.tsx';
import { useTexts } from '../texts.ts';

interface PatternPickerProps {
  tiles: number;
  columns: number;
  /** No more than there are gems. */
  maxPlots: number;
  chosen: readonly number[];
  onChange: (plots: readonly number[]) => void;
}

export function PatternPicker({ tiles, columns, maxPlots, chosen, onChange }: PatternPickerProps) {
  const t = useTexts('page');
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-14 leading-5 font-bold">{t('minefield.pattern')}</legend>
      <div
        className="grid w-fit gap-1"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(2.75rem, 3rem))` }}
      >
        {Array.from({ length: tiles }, (_, tileId) => {
          const at = chosen.indexOf(tileId);
          return (
            <Choice
              key={tileId}
              size="tile"
              isChosen={at >= 0}
              aria-label={t('minefield.patternPlot', {
                row: Math.floor(tileId / columns) + 1,
                column: (tileId % columns) + 1,
              })}
              disabled={at < 0 && chosen.length >= maxPlots}
              onClick={() =>
                onChange(at < 0 ? [...chosen, tileId] : chosen.filter((each) => each !== tileId))
              }
              className="figures"
            >
              {at >= 0 ? at + 1 : ''}
            </Choice>
          );
        })}
      </div>
      <p className="text-14 leading-5 text-quiet">{t('minefield.patternHint', { max: maxPlots })}</p>
    </fieldset>
  );
}
