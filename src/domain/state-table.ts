export interface Transition<State extends string, Trigger extends string> {
  readonly from: readonly State[];
  readonly trigger: Trigger;
  readonly to: State;
}

/** A state machine. @throws Error at startup if the transitions do not match the list of states */
export class StateTable<State extends string, Trigger extends string> {
  private readonly targets = new Map<string, State>();

  constructor(
    private readonly name: string,
    states: readonly State[],
    private readonly transitions: readonly Transition<State, Trigger>[],
  ) {
    const mentioned = new Set(transitions.flatMap(({ from, to }) => [...from, to]));
    for (const state of mentioned)
      if (!states.includes(state)) throw this.buildError(`unknown state ${state}`);
    for (const state of states)
      if (!mentioned.has(state)) throw this.buildError(`no transition for ${state}`);
    for (const { from, trigger, to } of transitions) {
      for (const state of from) {
        const key = `${state} ${trigger}`;
        if (this.targets.has(key)) throw this.buildError(`two transitions for ${key}`);
        this.targets.set(key, to);
      }
    }
  }

  /** Returns the next state; null if the table has no such transition. */
  next(from: State, trigger: Trigger): State | null {
    return this.targets.get(`${from} ${trigger}`) ?? null;
  }

  /** @throws Error if the table has no such transition */
  requireNext(from: State, trigger: Trigger): State {
    const to = this.next(from, trigger);
    if (to === null) throw new Error(`A ${this.name} that is ${from} can't ${trigger}.`);
    return to;
  }

  /** Returns the shortest sequence of the given triggers between two states; null if there is none. */
  findPath(from: State, to: State, using: readonly Trigger[]): Trigger[] | null {
    const paths = new Map<State, Trigger[]>([[from, []]]);
    for (const [state, path] of paths) {
      if (state === to) return path;
      for (const trigger of using) {
        const next = this.next(state, trigger);
        if (next !== null && !paths.has(next)) paths.set(next, [...path, trigger]);
      }
    }
    return null;
  }

  private buildError(text: string): Error {
    return new Error(`State table ${this.name}: ${text}`);
  }
}
