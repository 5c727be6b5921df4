//! Steps of gradient descent with momentum and a step size for each weight (Kingma and Ba: Adam, ICLR 2015).

use plyscope_core::cpu::Task;

/// How far one step goes.
#[derive(Clone, Copy)]
pub(crate) struct Adam {
    pub rate: f32,
    /// Steps so far, this one included.
    pub n_steps: i32,
    /// What the sum of the gradients is multiplied with.
    pub scale: f32,
}

/// One step: the weights, and the running means of their gradients and of the squares.
pub(crate) struct Step<'a> {
    pub adam: Adam,
    pub gradients: &'a [Vec<f32>],
    pub weights: &'a mut [f32],
    pub means: &'a mut [f32],
    pub squares: &'a mut [f32],
}

impl Task for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        const KEEP: [f32; 2] = [0.9, 0.999];
        let Adam { rate, n_steps, scale } = self.adam;
        let correct = KEEP.map(|keep| 1.0 / (1.0 - keep.powi(n_steps)));
        let mut sum = vec![0.0_f32; self.weights.len()];
        for gradient in self.gradients {
            sum.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
        }
        let moments = self.means.iter_mut().zip(self.squares.iter_mut());
        for ((weight, gradient), (mean, square)) in self.weights.iter_mut().zip(sum).zip(moments) {
            let gradient = gradient * scale;
            *mean = KEEP[0] * *mean + (1.0 - KEEP[0]) * gradient;
            *square = KEEP[1] * *square + (1.0 - KEEP[1]) * gradient * gradient;
            *weight -= rate * (*mean * correct[0]) / ((*square * correct[1]).sqrt() + 1e-8);
        }
    }
}
