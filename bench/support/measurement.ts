/** One measured figure beside what it is compared with. */
export interface Measurement {
  name: string;
  /** What is asked of `value`. */
  reach: string;
  met: boolean;
  value: number;
  unit: 'ratio' | 'requests/s' | 'MB';
  measured: number;
  /** Undefined for figures that stand alone. */
  baseline?: number;
  rounds: unknown;
}

export interface RoundSettings {
  rounds: number;
  seconds: number;
}
