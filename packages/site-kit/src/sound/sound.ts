/**
 * Short cues, synthesised when they are needed: off until the player turns them on, and remembered.
 *
 *   import { cue } from './sound.ts';
 *   cue('bet');        // a stake was placed
 *   cue('reveal');     // something showed: a take-off, a ball, a gem
 *   cue('win');        // more came back than was staked (never for less: a loss is not celebrated)
 *   cue('bigWin');     // ten times the stake and more
 *   cue('loss');       // a stake is gone, a spin came to nothing
 *   cue('countdown');  // one of the last seconds
 *
 * Call it from event handlers or effects whenever the thing happens; while sound is off it does nothing and
 * costs nothing. The switch is app/sound-switch.tsx.
 */
import { useStore } from '../store/store.ts';
import { createSwitch } from '../store/switch.ts';

export type Cue = 'bet' | 'reveal' | 'win' | 'bigWin' | 'loss' | 'countdown';

interface Note {
  /** Hertz; two values glide from the first to the second. */
  pitch: number | readonly [number, number];
  /** Seconds after the cue's start. */
  at: number;
  lasts: number;
  wave: OscillatorType;
  /** 0 to 1, before the master volume. */
  loud: number;
}

const cues: Record<Cue, readonly Note[]> = {
  bet: [
    { pitch: 247, at: 0, lasts: 0.07, wave: 'triangle', loud: 0.7 },
    { pitch: 370, at: 0.07, lasts: 0.09, wave: 'triangle', loud: 0.7 },
  ],
  reveal: [{ pitch: [620, 740], at: 0, lasts: 0.1, wave: 'sine', loud: 0.6 }],
  win: [
    { pitch: 523.25, at: 0, lasts: 0.12, wave: 'triangle', loud: 0.7 },
    { pitch: 659.25, at: 0.09, lasts: 0.12, wave: 'triangle', loud: 0.7 },
    { pitch: 783.99, at: 0.18, lasts: 0.12, wave: 'triangle', loud: 0.7 },
    { pitch: 1046.5, at: 0.27, lasts: 0.3, wave: 'triangle', loud: 0.6 },
  ],
  bigWin: [
    { pitch: [196, 784], at: 0, lasts: 0.45, wave: 'sine', loud: 0.5 },
    { pitch: 523.25, at: 0.42, lasts: 0.14, wave: 'triangle', loud: 0.7 },
    { pitch: 659.25, at: 0.54, lasts: 0.14, wave: 'triangle', loud: 0.7 },
    { pitch: 783.99, at: 0.66, lasts: 0.14, wave: 'triangle', loud: 0.7 },
    { pitch: 1046.5, at: 0.78, lasts: 0.7, wave: 'triangle', loud: 0.7 },
    { pitch: 1318.5, at: 0.78, lasts: 0.7, wave: 'triangle', loud: 0.4 },
  ],
  loss: [{ pitch: [294, 165], at: 0, lasts: 0.3, wave: 'triangle', loud: 0.6 }],
  countdown: [{ pitch: 880, at: 0, lasts: 0.04, wave: 'sine', loud: 0.35 }],
};

const masterVolume = 0.18;
const soundSwitch = createSwitch('sound', false);
let output: { context: AudioContext; master: GainNode } | null = null;

export function cue(name: Cue): void {
  if (!soundSwitch.get() || document.visibilityState === 'hidden') return;
  const { context, master } = (output ??= openOutput());
  // Browsers block sound until the page was touched; an earlier cue is not played later.
  if (context.state !== 'running') {
    void context.resume();
    return;
  }
  for (const note of cues[name]) play(note, context, master);
}

export const useSoundOn = (): boolean => useStore(soundSwitch);

/** Turning it on plays one cue, so that the player knows how loud it is. */
export function switchSound(): void {
  soundSwitch.set(!soundSwitch.get());
  if (!soundSwitch.get()) return;
  output ??= openOutput();
  void output.context.resume().then(() => cue('reveal'));
}

function openOutput(): { context: AudioContext; master: GainNode } {
  const context = new AudioContext();
  const master = context.createGain();
  master.gain.value = masterVolume;
  master.connect(context.destination);
  return { context, master };
}

function play({ pitch, at, lasts, wave, loud }: Note, context: AudioContext, master: GainNode): void {
  const start = context.currentTime + at;
  const end = start + lasts;
  const oscillator = context.createOscillator();
  const envelope = context.createGain();
  const [from, to] = typeof pitch === 'number' ? [pitch, pitch] : pitch;
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, end);
  // A start or an end at full volume would click.
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(loud, start + 0.008);
  envelope.gain.exponentialRampToValueAtTime(0.001, end);
  oscillator.connect(envelope).connect(master);
  oscillator.start(start);
  oscillator.stop(end + 0.02);
}
