use std::collections::{HashMap, HashSet};
use plyscope_core::{Game, Outcome, Rng, Side};
use plyscope_games::{Pawn, Pawned};
use plyscope_heuristics::Judged;

struct Solver { memo: HashMap<u64, i8>, nodes: u64, limit: u64 }
impl Solver {
    fn value<G: Game>(&mut self, p: &G, depth: u32) -> Option<i8> {
        if let Some(o) = p.outcome() {
            return Some(match o { Outcome::Draw => 0, Outcome::Win(s) => if s == p.side_to_move() { 1 } else { -1 } });
        }
        let key = p.key();
        if let Some(&v) = self.memo.get(&key) { return Some(v); }
        self.nodes += 1;
        if self.nodes > self.limit { return None; }
        let mut best = -1;
        for m in p.moves() {
            let mut c = p.clone(); c.play(m);
            let v = -self.value(&c, depth + 1)?;
            if v > best { best = v; if best == 1 { break; } }
        }
        self.memo.insert(key, best);
        Some(best)
    }
}

fn sample<G: Game>(variant: &str, n: usize, skip: usize, seed: u64) -> Vec<(G, i8)> where G::Variant: std::str::FromStr {
    let variant = variant.parse::<G::Variant>().ok().expect("variant");
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    let mut solver = Solver { memo: HashMap::new(), nodes: 0, limit: 0 };
    let mut tries = 0;
    while out.len() < n && tries < 40 * n {
        let mut p = G::start(&variant);
        let mut ply = 0;
        while p.outcome().is_none() {
            if ply >= skip && rng.below(4) == 0 && seen.insert(p.key()) {
                tries += 1;
                if solver.memo.len() > 30_000_000 { solver.memo.clear(); }
                solver.nodes = 0; solver.limit = 300_000;
                if let Some(v) = solver.value(&p, 0) { out.push((p.clone(), v)); if out.len() >= n { break; } }
            }
            let Some(m) = p.pick(|k| rng.below(k)) else { break };
            p.play(m); ply += 1;
        }
        tries += 1;
    }
    out
}

fn fit(rows: &[(Vec<f64>, f64)]) -> (Vec<f64>, Vec<f64>, f64) {
    let k = rows[0].0.len();
    let mut w = vec![0.0; k];
    let mut err = vec![0.0; k];
    for _ in 0..25 {
        let mut h = vec![vec![0.0; k + 1]; k];
        for i in 0..k { h[i][i] = 1e-3; h[i][k] = -1e-3 * w[i]; }
        for (x, y) in rows {
            let z: f64 = x.iter().zip(&w).map(|(a, b)| a * b).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            let d = (p * (1.0 - p)).max(1e-6);
            for i in 0..k { if x[i] != 0.0 { for j in 0..k { h[i][j] += d * x[i] * x[j]; } h[i][k] += (y - p) * x[i]; } }
        }
        // gauss-jordan with inverse diag for errors
        let diag: Vec<f64> = (0..k).map(|i| h[i][i]).collect();
        for i in 0..k {
            let piv = h[i][i];
            for j in i..=k { h[i][j] /= piv; }
            for r in 0..k { if r != i { let f = h[r][i]; if f != 0.0 { for j in i..=k { h[r][j] -= f * h[i][j]; } } } }
        }
        for i in 0..k { w[i] += h[i][k].clamp(-2.0, 2.0); err[i] = 1.0 / diag[i].sqrt(); }
    }
    let mut ll = 0.0;
    for (x, y) in rows {
        let z: f64 = x.iter().zip(&w).map(|(a, b)| a * b).sum();
        let p = (1.0 / (1.0 + (-z).exp())).clamp(1e-9, 1.0 - 1e-9);
        ll += y * p.ln() + (1.0 - y) * (1.0 - p).ln();
    }
    (w, err, -ll / rows.len() as f64)
}


fn terms<G: Judged>(p: &G) -> Vec<f64> {
    let spec = "strong".parse().expect("strong");
    let opinion = G::opinion(Some(&spec), 0).expect("strong");
    opinion.terms(p, p.side_to_move()).iter().map(|t| t.value).collect()
}

fn run<G: Judged>(specs: &[&str]) where G::Variant: std::str::FromStr {
    let mut all = Vec::new();
    for spec in specs {
        let mut parts = spec.split(',');
        let (v, n, skip) = (parts.next().unwrap(), parts.next().unwrap().parse().unwrap(), parts.next().unwrap().parse().unwrap());
        let rows: Vec<(Vec<f64>, f64)> = sample::<G>(v, n, skip, 1).iter().map(|(p, v)| (terms(p), (f64::from(*v) + 1.0) / 2.0)).collect();
        show(spec, &rows);
        all.extend(rows);
    }
    show("all", &all);
}

fn show(name: &str, rows: &[(Vec<f64>, f64)]) {
    let (w, _, loss) = fit(rows);
    let right = rows.iter().filter(|(x, y)| *y != 0.5 && (x.iter().zip(&w).map(|(a, b)| a * b).sum::<f64>() > 0.0) == (*y > 0.5)).count();
    println!("{name} {} {loss:.4} {:.3} {:?}", rows.len(), right as f64 / rows.iter().filter(|r| r.1 != 0.5).count() as f64, w.iter().map(|w| (w * 100.0).round()).collect::<Vec<_>>());
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let specs: Vec<&str> = args[2..].iter().map(String::as_str).collect();
    match &*args[1] {
        "pawn" => run::<Pawn<u64>>(&specs),
        "pawned" => run::<Pawned<u64>>(&specs),
        _ => panic!(),
    }
}
