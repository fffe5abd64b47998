/** Names of guests: two words of the fair and four digits, which a player could have chosen too. */
import type { Entropy } from '../../platform/entropy.ts';

// 32 of each, with at most eight letters: a name has at most 20 characters.
export const firstWords = [
  'Amber',
  'Brass',
  'Bright',
  'Candy',
  'Copper',
  'Curly',
  'Dapper',
  'Dizzy',
  'Dusky',
  'Fizzy',
  'Gilded',
  'Golden',
  'Humming',
  'Jolly',
  'Mellow',
  'Merry',
  'Minty',
  'Nimble',
  'Painted',
  'Peppy',
  'Plucky',
  'Quiet',
  'Rosy',
  'Silver',
  'Spinning',
  'Starry',
  'Striped',
  'Sunny',
  'Swift',
  'Velvet',
  'Whirling',
  'Windy',
] as const;

export const secondWords = [
  'Acrobat',
  'Balloon',
  'Banjo',
  'Banner',
  'Bugle',
  'Bunting',
  'Candle',
  'Carousel',
  'Comet',
  'Drum',
  'Fiddle',
  'Firefly',
  'Juggler',
  'Kite',
  'Lantern',
  'Lemonade',
  'Marble',
  'Meadow',
  'Parade',
  'Parrot',
  'Windmill',
  'Pony',
  'Popcorn',
  'Pretzel',
  'Puppet',
  'Ribbon',
  'Rocket',
  'Skittle',
  'Toffee',
  'Trumpet',
  'Waffle',
  'Whistle',
] as const;

const minNumber = 1_000;
const numbers = 9_000;

/** One of nine million names; whether it is free is known once it is taken. */
export const createGuestName = (entropy: Entropy): string => {
  const bytes = entropy.randomBytes(6);
  const word = (words: readonly string[], at: number) => words[bytes.readUInt8(at) % words.length];
  const number = minNumber + (bytes.readUInt32BE(2) % numbers);
  return `${word(firstWords, 0)}${word(secondWords, 1)}${number}`;
};

const avatars = 20;

export const createGuestAvatar = (entropy: Entropy): string =>
  `avatar${(entropy.randomBytes(4).readUInt32BE() % avatars) + 1}`;
