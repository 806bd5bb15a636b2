// Sounds of moves, made on the spot.

let audio;

/** The frequency in hertz and the length in seconds of each sound. */
const SOUNDS = {
  move: [[330, 0.06]],
  capture: [[220, 0.05], [165, 0.08]],
  over: [[392, 0.12], [523, 0.2]],
};

/** Plays a sound: "move", "capture" or "over". */
export function play(name) {
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [frequency, length] of SOUNDS[name]) {
    tone(frequency, at, length);
    at += length;
  }
}

function tone(frequency, at, length) {
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency });
  const gain = new GainNode(audio, { gain: 0.15 });
  gain.gain.setValueAtTime(0.15, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}
