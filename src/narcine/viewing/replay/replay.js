// The page: time that plays, and everything that follows it.

const FRAME = 1 / 30;
const by = id => document.getElementById(id);

class Replay {
  constructor(data) {
    this.data = data;
    this.studio = data.studio;
    this.recording = new Recording(data);
    this.time = this.recording.start;
    this.playing = false;
    this.hovered = null;
    this.stage = new Stage(by("stage"), data, this.recording);
    this.overlay = new Overlay(by("overlay"), data, this.recording);
    this.camera = new Camera(this.recording);
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.panels = [];
    if (this.studio) {
      document.body.classList.add("studio");
      this.camera.choose(this.studio.camera || this.camera.start);
    } else this._furnish();
    this._repaint();
    window.addEventListener("resize", () => this._repaint());
    this.scheme.addEventListener("change", () => this._repaint());
  }

  _furnish() {
    const { data, recording } = this;
    for (const panel of data.panels)
      this.panels.push(new Panel(by("panels"), panel, recording, t => this.show(t)));
    for (const panel of this.panels)
      panel.onhover = t => {
        this.hovered = t;
        this._tell();
      };
    attachHands(by("overlay"), this.camera, this.stage, () => this._later());
    by("overlay").addEventListener("dblclick", () => this._choose(this.camera.mode));
    by("play").addEventListener("click", () => this.toggle());
    const slider = by("slider");
    slider.min = recording.start;
    slider.max = recording.end;
    slider.step = "any";
    slider.addEventListener("input", () => this.show(+slider.value));
    for (const button of document.querySelectorAll("[data-camera]"))
      button.addEventListener("click", () => this._choose(button.dataset.camera));
    for (const box of document.querySelectorAll("[data-shows]")) {
      if (box.dataset.shows === "surface") box.parentElement.hidden = data.surface === "none";
      if (box.dataset.shows === "sensors") box.parentElement.hidden = !data.things.some(thing => thing.sensor);
      box.checked = this.stage.shows[box.dataset.shows];
      box.addEventListener("change", () => {
        this.stage.shows[box.dataset.shows] = box.checked;
        this._later();
      });
    }
    this._key();
    this._choose(this.camera.start);
    document.addEventListener("keydown", event => this._pressed(event));
  }

  // Vehicles by colour where there are several; a click follows one, another all of them.
  _key() {
    const { vehicles } = this.data;
    by("key").hidden = vehicles.length < 2;
    vehicles.forEach((vehicle, number) => {
      const button = made("button", "", made("li", "", by("key")));
      made("i", "", button).style.background = inked(vehicle.colour);
      made("span", "", button).textContent = vehicle.name;
      button.title = "follow this one, or all of them";
      button.addEventListener("click", () => this._choose("follow", this.camera.followed === number ? -1 : number));
    });
  }

  _choose(mode, followed) {
    this.camera.choose(mode, followed);
    for (const button of document.querySelectorAll("[data-camera]"))
      button.setAttribute("aria-pressed", button.dataset.camera === mode);
    [...by("key").querySelectorAll("button")].forEach((button, number) =>
      button.setAttribute("aria-pressed", this.camera.followed === number));
    this._later();
  }

  _pressed(event) {
    const typing = event.target.matches("select, input[type=text], textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 1 : FRAME;
    const acts = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.show(this.time - step),
      ArrowRight: () => this.show(this.time + step),
      Home: () => this.show(this.recording.start),
      End: () => this.show(this.recording.end),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  get speed() {
    return +by("speed").value;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.time >= this.recording.end) this.time = this.recording.start;
    this.playing = true;
    this._button();
    let before = performance.now();
    const advance = now => {
      if (!this.playing) return;
      this.show(this.time + ((now - before) / 1000) * this.speed);
      before = now;
      if (this.time >= this.recording.end) this.pause();
      else requestAnimationFrame(advance);
    };
    requestAnimationFrame(advance);
  }

  pause() {
    this.playing = false;
    this._button();
  }

  _button() {
    by("play").textContent = this.playing ? "\u275a\u275a" : "\u25b6";
    by("play").setAttribute("aria-label", this.playing ? "pause" : "play");
  }

  // Shows exactly one moment, at once.
  show(t) {
    this.time = clamped(t, this.recording.start, this.recording.end);
    const { stage, overlay } = this;
    const view = stage.draw(this.time, this.camera);
    overlay.draw(this.time, view, stage, this.pixels, this.studio);
    if (!this.studio) {
      by("slider").value = this.time;
      by("clock").textContent = `${this.time.toFixed(2)} / ${this.recording.end.toFixed(2)} s`;
      this._tell();
    }
  }

  _tell() {
    for (const panel of this.panels) panel.tell(this.time, this.hovered);
  }

  _later() {
    if (this.waiting || this.playing) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.show(this.time);
    });
  }

  _repaint() {
    const ratio = this.studio ? 1 : Math.min(window.devicePixelRatio || 1, 2);
    const box = by("stage").parentElement;
    this.pixels = { width: box.clientWidth, height: box.clientHeight };
    for (const id of ["stage", "overlay"]) {
      by(id).width = Math.round(this.pixels.width * ratio);
      by(id).height = Math.round(this.pixels.height * ratio);
    }
    const dark = this.scheme.matches;
    this.stage.theme = dark ? "dark" : "light";
    const style = getComputedStyle(document.body);
    const ink = Object.fromEntries(["line", "muted", "zero"].map(name => [name, style.getPropertyValue(`--${name}`)]));
    for (const panel of this.panels) panel.draw(dark, ink);
    this.show(this.time);
  }

  // One picture of the stage with what is written over it, as base64; nothing where the graphics failed to draw.
  picture(t, kind, quality) {
    this.show(t);
    if (!this.stage.hasDrawn()) return null;
    this.whole ||= document.createElement("canvas");
    const { width, height } = by("stage");
    if (this.whole.width !== width || this.whole.height !== height) Object.assign(this.whole, { width, height });
    const pen = this.whole.getContext("2d", { alpha: false, willReadFrequently: true });
    pen.drawImage(by("stage"), 0, 0);
    pen.drawImage(by("overlay"), 0, 0);
    return this.whole.toDataURL(kind, quality).split(",")[1];
  }
}

try {
  const replay = new Replay(JSON.parse(by("data").textContent));
  window.narcine = {
    show: t => replay.show(t),
    play: () => replay.play(),
    pause: () => replay.pause(),
    picture: (t, kind = "image/png", quality = 1) => replay.picture(t, kind, quality),
    pose: body => [...replay.recording.pose(body, replay.time)],
    camera: mode => replay._choose(mode),
    get time() { return replay.time; },
    get playing() { return replay.playing; },
    replay,
  };
} catch (problem) {
  by("problem").hidden = false;
  by("problem").textContent = `The replay cannot be shown: ${problem.message}.`;
  console.error(problem);
}
