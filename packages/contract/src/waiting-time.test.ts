import { expect, it } from 'vitest';
import { waitingTime } from './waiting-time.ts';

it.each([
  [0, '1 second', '1 segundo'],
  [59, '59 seconds', '59 segundos'],
  [60, '1 minute', '1 minuto'],
  [61, '2 minutes', '2 minutos'],
  [3_600, '1 hour', '1 hora'],
  [86_400, '24 hours', '24 horas'],
])('%s seconds are %s', (seconds, english, spanish) => {
  expect([waitingTime(seconds, 'en'), waitingTime(seconds, 'es')]).toEqual([english, spanish]);
});
