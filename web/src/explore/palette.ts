import { familyColor, kWrong, type Family } from "../shared/rule_colors";
import { kStates, type State } from "./happened";

export { familyColor, kWrong, ruleLines, type RuleLine } from "../shared/rule_colors";

// What was searched is grey: the eye should go to what was not.
interface Ground {
  paper: string;
  ink: string;
  searched: string;
  quiescence: string;
  horizon: string;
  table: string;
  passing: string;
  draw: string;
  stopped: string;
  lighten: number; // share of the family's colour in what was left out
}

const kLight: Ground = {
  paper: "#ffffff",
  ink: "#1c2330",
  searched: "#b9c3d0",
  quiescence: "#dbe1e9",
  horizon: "#c9c4bb",
  table: "#6f7f93",
  passing: "#4a86b8",
  draw: "#8d7b63",
  stopped: "#e6dcdc",
  lighten: 0.5,
};
const kDark: Ground = {
  paper: "#10141a",
  ink: "#e6e9ef",
  searched: "#566273",
  quiescence: "#38424f",
  horizon: "#5d584f",
  table: "#8494a8",
  passing: "#4a8fc9",
  draw: "#a08c70",
  stopped: "#4a3c3c",
  lighten: 0.5,
};

type Rgb = [number, number, number];
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const hex = (c: Rgb): string => `#${c.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;
export function mix(a: string, b: string, shareOfA: number): string {
  const [x, y] = [rgb(a), rgb(b)];
  return hex(x.map((v, i) => v * shareOfA + (y[i] ?? 0) * (1 - shareOfA)) as Rgb);
}
const word = (c: string): number => {
  const [r, g, b] = rgb(c);
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0; // as ImageData has it in memory
};

export interface Palette {
  dark: boolean;
  paper: string;
  ink: string;
  words: Uint32Array; // by state, then the same faded
  fadedFrom: number;
  css: (state: State) => string;
  onState: (state: number) => string; // the colour of text on it
}

const kFadedShare = 0.16;

function colorOf(state: State, ground: Ground): string {
  if (state === "wrong") return kWrong;
  const family = /^(?:cut|skipped|right)-(.+)$/.exec(state)?.[1] as Family | undefined;
  if (!family) return ground[state as keyof Omit<Ground, "lighten">];
  if (state.startsWith("skipped-")) return mix(familyColor(family), ground.paper, ground.lighten);
  return familyColor(family);
}

const brightness = (c: string): number => {
  const [r, g, b] = rgb(c);
  return 0.299 * r + 0.587 * g + 0.114 * b;
};

export function palette(dark: boolean): Palette {
  const ground = dark ? kDark : kLight;
  const css = (state: State): string => colorOf(state, ground);
  const words = new Uint32Array(kStates.length * 2);
  const text = kStates.map((state) => (brightness(css(state)) > 125 ? "#10141a" : "#ffffff"));
  kStates.forEach((state, i) => {
    words[i] = word(css(state));
    words[i + kStates.length] = word(mix(css(state), ground.paper, kFadedShare));
  });
  return { dark, paper: ground.paper, ink: ground.ink, words, fadedFrom: kStates.length, css, onState: (i) => text[i] ?? ground.ink };
}
