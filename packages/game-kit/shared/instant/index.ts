/** What the rules of an instant game are made of. Pure: no Node, no DOM. */
export {
  hundredths,
  oneOf,
  readField,
  readFields,
  wholeNumber,
  writeField,
  writeFields,
  type ChoiceField,
  type ChoiceFields,
  type Field,
  type Fields,
  type NumberField,
  type ValuesOf,
} from './fields.ts';
export {
  below,
  defineInstantGame,
  drawValues,
  waysBelow,
  type InstantBet,
  type InstantBody,
  type InstantConfig,
  type InstantGame,
  type InstantProof,
  type InstantRound,
  type InstantRules,
} from './game.ts';
