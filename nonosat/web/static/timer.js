/** The time a player has taken. It stops while the page is hidden. */

export class Timer {
  /** @param {(text: string) => void} show */
  constructor(show) {
    this.taken = 0;
    this.since = 0;
    this.show = show;
    this.clock = 0;
    this.running = false;
    this.show(clockText(0));
    document.addEventListener("visibilitychange", () => this.#count());
  }

  get seconds() {
    return this.taken + (this.since ? (performance.now() - this.since) / 1000 : 0);
  }

  start() {
    this.running = true;
    this.#count();
  }

  stop() {
    this.running = false;
    this.#count();
  }

  /** @param {number} seconds */
  set(seconds) {
    this.taken = seconds;
    this.since = this.since && performance.now();
    this.show(clockText(seconds));
  }

  #count() {
    const on = this.running && !document.hidden;
    if (on === this.since > 0) return;
    clearInterval(this.clock);
    this.taken = this.seconds;
    this.since = on ? performance.now() : 0;
    this.show(clockText(this.taken));
    if (on) this.clock = setInterval(() => this.show(clockText(this.seconds)), 500);
  }
}

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
