// Curves over time, one panel under the other, with one moving cursor; a key that tells the values.

const MARGIN = { left: 46, right: 10, top: 8, bottom: 20 };

function ticks(low, high, about) {
  const step = CELLS.concat(10).map(s => s * 10 ** Math.floor(Math.log10((high - low) / about)))
    .find(s => (high - low) / s <= about + 0.5) || (high - low) / about;
  const out = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) out.push(k * step);
  return [out, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))];
}

const said = (value, places) => (Number.isFinite(value) ? value.toFixed(places).replace(/^-(0(\.0*)?)$/, "$1").replace("-", "\u2212") : "\u2013");

class Panel {
  constructor(parent, panel, recording, seek) {
    this.panel = panel;
    this.recording = recording;
    this.series = panel.series.map(series => ({ ...series, values: decoded(series.values, Float32Array) }));
    this.box = made("figure", "panel", parent);
    const head = made("figcaption", "", this.box);
    made("h3", "", head).textContent = panel.title;
    if (panel.note) made("span", "note", head).textContent = panel.note;
    this.key = made("ul", "key", this.box);
    for (const series of this.series) {
      const item = made("li", "", this.key);
      series.dot = made("i", "", item);
      made("span", "", item).textContent = series.name;
      series.told = made("b", "", item);
    }
    this.frame = made("div", "frame", this.box);
    this.canvas = made("canvas", "", this.frame);
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${panel.title} over time`);
    this.cursor = made("div", "cursor", this.frame);
    this.pointer = made("div", "cursor pointer", this.frame);
    this.frame.addEventListener("pointerdown", event => {
      this.frame.setPointerCapture(event.pointerId);
      seek(this._timeAt(event));
    });
    this.frame.addEventListener("pointermove", event => {
      if (event.buttons) seek(this._timeAt(event));
      this.onhover(event.pointerType === "mouse" ? this._timeAt(event) : null);
    });
    this.frame.addEventListener("pointerleave", () => this.onhover(null));
    this._span();
  }

  _span() {
    let low = Infinity, high = -Infinity;
    for (const { values } of this.series)
      for (const value of values)
        if (Number.isFinite(value)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
    if (low > high) [low, high] = [0, 0];
    const least = this.panel.least;
    const missing = Math.max(least - (high - low), 0) / 2;
    const margin = 0.07 * Math.max(high - low, least);
    this.low = low - missing - margin;
    this.high = high + missing + margin;
  }

  _timeAt(event) {
    const box = this.frame.getBoundingClientRect();
    const share = (event.clientX - box.left - MARGIN.left) / (box.width - MARGIN.left - MARGIN.right);
    return this.recording.start + clamped(share, 0, 1) * this.recording.duration;
  }

  _x(t) {
    const inner = this.width - MARGIN.left - MARGIN.right;
    return MARGIN.left + (inner * (t - this.recording.start)) / (this.recording.duration || 1);
  }

  _y(value) {
    const share = (value - this.low) / (this.high - this.low);
    const inner = this.height - MARGIN.top - MARGIN.bottom;
    return MARGIN.top + inner * (this.panel.down ? share : 1 - share);
  }

  draw(dark, ink) {
    this.width = this.frame.clientWidth;
    this.height = this.frame.clientHeight;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = this.width * ratio;
    this.canvas.height = this.height * ratio;
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.font = "11px system-ui, sans-serif";
    this._grid(pen, ink);
    pen.save();
    pen.beginPath();
    pen.rect(MARGIN.left, 0, this.width - MARGIN.left - MARGIN.right, this.height - MARGIN.bottom + 1);
    pen.clip();
    this.series.forEach(series => {
      const colour = inked(dark ? mixed(series.colour, [1, 1, 1], 0.35) : series.colour);
      series.dot.style.background = colour;
      pen.strokeStyle = colour;
      pen.setLineDash(series.dashed ? [5, 3] : []);
      pen.lineWidth = 1.5;
      pen.lineJoin = "round";
      this._curve(pen, series.values);
    });
    pen.restore();
  }

  _grid(pen, ink) {
    const { start, end } = this.recording;
    const bottom = this.height - MARGIN.bottom;
    const [levels, places] = ticks(this.low, this.high, Math.max(2, this.height / 36));
    pen.strokeStyle = ink.line;
    pen.fillStyle = ink.muted;
    pen.lineWidth = 1;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const level of levels) {
      const y = Math.round(this._y(level)) + 0.5;
      stroke(pen, MARGIN.left, y, this.width - MARGIN.right, y);
      pen.fillText(said(level, places), MARGIN.left - 6, y);
    }
    this.places = clamped(Math.round(-Math.log10((this.high - this.low) / 500)), 0, 6);
    if (this.low < 0 && this.high > 0) {
      pen.strokeStyle = ink.zero;
      stroke(pen, MARGIN.left, Math.round(this._y(0)) + 0.5, this.width - MARGIN.right, Math.round(this._y(0)) + 0.5);
      pen.strokeStyle = ink.line;
    }
    const [moments, digits] = ticks(start, end > start ? end : start + 1, Math.max(2, this.width / 90));
    pen.textAlign = "center";
    pen.textBaseline = "top";
    moments.forEach(t => {
      const x = Math.round(this._x(t)) + 0.5;
      stroke(pen, x, MARGIN.top, x, bottom);
      const text = said(t, digits) + (t === moments[moments.length - 1] ? " s" : "");
      pen.fillText(text, clamped(x, 0, this.width - pen.measureText(text).width / 2), bottom + 5);
    });
  }

  _curve(pen, values) {
    pen.beginPath();
    let drawn = false, before = 0;
    for (let k = 0; k < values.length; k++) {
      if (!Number.isFinite(values[k])) {
        drawn = false;
        continue;
      }
      const x = this._x(this.recording.time[k]), y = this._y(values[k]);
      if (!drawn) pen.moveTo(x, y);
      else {
        if (this.panel.held) pen.lineTo(x, before);
        pen.lineTo(x, y);
      }
      [drawn, before] = [true, y];
    }
    pen.stroke();
  }

  // Moves the cursor to a moment, and tells the values there or where the mouse is.
  tell(t, hovered) {
    this.cursor.style.transform = `translateX(${this._x(t)}px)`;
    this.pointer.style.display = hovered === null ? "none" : "";
    if (hovered !== null) this.pointer.style.transform = `translateX(${this._x(hovered)}px)`;
    for (const series of this.series) {
      const value = this.recording.valueAt(series.values, 1, 0, hovered ?? t, this.panel.held);
      const text = said(value, this.places);
      if (series.shown !== text) series.told.textContent = series.shown = text;
    }
  }
}

function stroke(pen, x, y, toX, toY) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
}

// A colour of parts from 0 to 1, as styles write it.
const inked = colour => `rgb(${colour.map(part => Math.round(255 * part))})`;

function made(tag, style, parent) {
  const element = document.createElement(tag);
  if (style) element.className = style;
  parent.append(element);
  return element;
}
