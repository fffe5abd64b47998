/**
 * Art that never changes. Prerendered pages have it in their HTML, and it is taken from there for this page and all
 * later ones; its shapes are loaded as script only where the first page came without.
 */
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { reportFault } from '../faults/report-fault.ts';
import type { ArtName } from './shapes.tsx';

const names: readonly ArtName[] = ['fair', 'lights'];
const markups: Partial<Record<ArtName, string>> = {};
let shapes: Record<ArtName, ComponentType> | undefined;

/** Undefined where no page had it, and in the program that prerenders. */
function markupOf(name: ArtName): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const drawn = markups[name] ?? document.querySelector(`svg[data-art=${name}]:not(:empty)`)?.innerHTML;
  if (drawn !== undefined) markups[name] = drawn;
  return drawn;
}

/** Before a page with art is shown, which would appear without it. */
export async function loadArt(): Promise<void> {
  if (shapes !== undefined || names.every((name) => markupOf(name) !== undefined)) return;
  try {
    ({ shapes } = await import('./shapes.tsx'));
  } catch (error) {
    // It is decoration: the page is shown without it.
    reportFault(error);
  }
}

interface StillArtProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: ArtName;
}

export function StillArt({ name, ...props }: StillArtProps): ReactNode {
  'use memo';
  const markup = markupOf(name);
  const Shapes = shapes?.[name];
  return markup === undefined ? (
    <svg {...props} data-art={name} aria-hidden="true">
      {Shapes ? <Shapes /> : null}
    </svg>
  ) : (
    <svg {...props} data-art={name} aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />
  );
}
