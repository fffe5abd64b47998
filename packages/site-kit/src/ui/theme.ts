/**
 * Night or day fair. `theme.js` reads the choice before the first paint, and follows the system while there is none.
 */
import { createNote } from '../store/note.ts';

const choice = createNote('theme', (stored) => stored);

export function switchTheme(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = dataset['theme'] === 'day' ? 'night' : 'day';
  // Without storage the choice lasts until the page is left.
  choice.write(dataset['theme']);
}
