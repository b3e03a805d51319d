// What is written over the stage: a scale, which way is north, the names of axes, and a film's caption.

const NAMES_OF_AXES = ["forward", "starboard", "down"];

class Overlay {
  constructor(canvas, data, recording) {
    this.canvas = canvas;
    this.data = data;
    this.recording = recording;
    this.speed = decoded(data.speed, Float32Array);
  }

  draw(t, view, stage, pixels, studio) {
    const { canvas } = this;
    const pen = canvas.getContext("2d");
    const ratio = canvas.width / pixels.width;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, pixels.width, pixels.height);
    const unitSize = studio ? Math.max(pixels.height / 720, 0.5) : 1;
    const ink = stage.theme === "dark" ? "rgba(235, 243, 248, 0.92)" : "rgba(22, 42, 56, 0.88)";
    pen.fillStyle = pen.strokeStyle = ink;
    pen.lineWidth = 1.5 * unitSize;
    pen.lineCap = "round";
    this._scale(pen, view, pixels, unitSize);
    this._compass(pen, view, unitSize);
    this._markers(pen, t, view, pixels, unitSize);
    if (stage.shows.axes) this._axisNames(pen, t, view, pixels, stage);
    if (studio && studio.caption) this._caption(pen, t, pixels, unitSize, studio);
  }

  _scale(pen, view, pixels, size) {
    const metres = (2 * view.halfHeight) / pixels.height;
    const long = roundLength(metres * 150 * size);
    const width = long / metres;
    const x = pixels.width - 22 * size - width, y = pixels.height - 20 * size;
    stroke(pen, x, y, x + width, y);
    for (const end of [x, x + width]) stroke(pen, end, y - 4 * size, end, y + 4 * size);
    pen.font = `${13 * size}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "bottom";
    pen.fillText(long >= 1 ? `${long} m` : long >= 0.01 ? `${+(100 * long).toPrecision(2)} cm` : `${+(1000 * long).toPrecision(2)} mm`, x + width / 2, y - 5 * size);
  }

  // North, east and down as seen from here; what points at the eye or covers another is left out.
  _compass(pen, view, size) {
    const x = 42 * size, y = 44 * size, long = 22 * size;
    pen.font = `600 ${11 * size}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const tips = [];
    ["N", "E", "D"].forEach((letter, k) => {
      const along = [0, 1, 2].map(axis => +(axis === k));
      const to = [dot(along, view.right), -dot(along, view.up)];
      if (Math.hypot(...to) < 0.2 || tips.some(tip => Math.hypot(tip[0] - to[0], tip[1] - to[1]) < 0.4)) return;
      tips.push(to);
      pen.globalAlpha = dot(along, view.out) < -0.1 ? 0.5 : 1;
      stroke(pen, x, y, x + long * to[0], y + long * to[1]);
      pen.fillText(letter, x + (long + 9 * size) * to[0], y + (long + 9 * size) * to[1]);
    });
    pen.globalAlpha = 1;
  }

  // A ring round each vehicle that is too small to be seen.
  _markers(pen, t, view, pixels, size) {
    const metres = (2 * view.halfHeight) / pixels.height;
    this.data.vehicles.forEach((vehicle, number) => {
      if (vehicle.size / metres > 26 * size) return;
      const [x, y, , w] = through(view.matrix, this.recording.trackAt(number, t));
      if (w <= 0) return;
      pen.save();
      pen.strokeStyle = inked(vehicle.colour);
      pen.lineWidth = 2.5 * size;
      pen.beginPath();
      pen.arc(((x / w + 1) / 2) * pixels.width, ((1 - y / w) / 2) * pixels.height, 9 * size, 0, 7);
      pen.stroke();
      pen.restore();
    });
  }

  _axisNames(pen, t, view, pixels, stage) {
    pen.font = "12px system-ui, sans-serif";
    for (const vehicle of this.data.vehicles) {
      const pose = this.recording.pose(vehicle.root, t);
      NAMES_OF_AXES.forEach((name, k) => {
        const tip = add([...pose.slice(12, 15)], scaled([...pose.slice(4 * k, 4 * k + 3)], 0.6 * vehicle.size));
        const [x, y, , w] = through(view.matrix, tip);
        if (w > 0) pen.fillText(name, ((x / w + 1) / 2) * pixels.width, ((1 - y / w) / 2) * pixels.height);
      });
    }
  }

  _caption(pen, t, pixels, size, studio) {
    const x = 24 * size;
    let y = pixels.height - 20 * size;
    pen.textAlign = "left";
    pen.textBaseline = "bottom";
    const several = this.data.vehicles.length > 1;
    const rate = studio.rate && studio.rate !== 1 ? `   shown at ${studio.rate} x` : "";
    const speeds = this.data.vehicles.map((_, k) => this.recording.valueAt(this.speed, this.data.vehicles.length, k, t));
    pen.font = `${14 * size}px system-ui, sans-serif`;
    const moment = this.recording.duration > 0 ? `${t.toFixed(2)} s` : "at its start";
    const told = several ? moment : `${moment}   ${speeds[0].toFixed(2)} m/s`;
    pen.fillText(told + rate, x, y);
    y -= 21 * size;
    if (several)
      this.data.vehicles.slice(0, 8).reverse().forEach((vehicle, k, shown) => {
        pen.fillText(`${vehicle.name}   ${speeds[shown.length - 1 - k].toFixed(2)} m/s`, x + 18 * size, y);
        pen.save();
        pen.fillStyle = inked(vehicle.colour);
        pen.beginPath();
        pen.arc(x + 5 * size, y - 8 * size, 5 * size, 0, 7);
        pen.fill();
        pen.restore();
        y -= 20 * size;
      });
    pen.font = `600 ${18 * size}px system-ui, sans-serif`;
    pen.fillText(this.data.title, x, y);
  }
}
